// A page with one list, its filters, its row count and its empty state.

import type { ReactNode } from 'react';
import { useSpeech } from '../lib/language.js';
import { type ListRequest, useShapedWindow } from '../lib/window.js';
import { type Column, DataGrid } from './data-grid.js';
import { Empty, Page } from './page.js';
import { Problem } from './problem.js';

interface ListPageProps<Row> {
  readonly title: string;
  readonly list: ListRequest;
  readonly columns: readonly Column<Row>[];
  readonly empty: { readonly title: string; readonly hint: string };
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  readonly onOpen?: (row: Row) => void;
  /** Content above the list. */
  readonly children?: ReactNode;
}

export function ListPage<Row extends { readonly id?: number }>(
  props: ListPageProps<Row>,
): ReactNode {
  const { title, columns, empty, filters, actions, onOpen, children } = props;
  const { t } = useSpeech();
  const list = useShapedWindow<Row>(props.list);
  return (
    <Page title={title} full actions={actions}>
      {filters !== undefined && <search className="filters">{filters}</search>}
      {children}
      {list.error && <Problem error={list.error} />}
      {list.count === 0 ? (
        <Empty title={empty.title}>
          <p>{empty.hint}</p>
        </Empty>
      ) : (
        <DataGrid
          label={title}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={({ id }) => id ?? 0}
          {...(onOpen === undefined ? {} : { onOpen })}
        />
      )}
      <div className="grid-foot">
        <span aria-live="polite">{t('grid.count', { count: list.count ?? 0 })}</span>
      </div>
    </Page>
  );
}

interface ChoiceFilterProps<T extends string> {
  readonly label: string;
  readonly all: string;
  readonly value: T | undefined;
  readonly choices: readonly T[];
  readonly onChange: (value: T | undefined) => void;
}

/** Lets the user choose one state or all states. */
export function ChoiceFilter<T extends string>(props: ChoiceFilterProps<T>): ReactNode {
  const { word } = useSpeech();
  return (
    <select
      className="input"
      aria-label={props.label}
      value={props.value ?? ''}
      onChange={(event) =>
        props.onChange(props.choices.find((choice) => choice === event.target.value))
      }
    >
      <option value="">{props.all}</option>
      {props.choices.map((choice) => (
        <option key={choice} value={choice}>
          {word(choice)}
        </option>
      ))}
    </select>
  );
}

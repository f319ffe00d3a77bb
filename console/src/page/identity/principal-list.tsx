// The list of users or API clients, with its filters.

import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import { ListPage } from '../../component/list-page.js';
import { SearchBox } from '../../component/search-box.js';
import { useSpeech } from '../../lib/language.js';
import type { ListRequest } from '../../lib/window.js';
import { useRoleWords } from './right.js';
import { type PrincipalSearch, ROLES } from './search.js';

interface PrincipalListProps<Row, State extends string> {
  readonly title: string;
  readonly to: ListRequest['to'];
  readonly states: readonly State[];
  readonly search: PrincipalSearch<State>;
  readonly onSearch: (change: PrincipalSearch<State>) => void;
  readonly columns: readonly Column<Row>[];
  readonly empty: { readonly title: string; readonly hint: string };
  /** The label of the button that creates a record. Undefined if the user may not create one. */
  readonly creating: string | undefined;
}

export function PrincipalList<Row extends { readonly id: number }, State extends string>(
  props: PrincipalListProps<Row, State>,
): ReactNode {
  const { title, to, search, onSearch, columns, empty, creating } = props;
  const { t } = useSpeech();
  const { open: _, ...query } = search;
  return (
    <ListPage<Row>
      title={title}
      list={{ to, query }}
      columns={columns}
      empty={
        isFiltered(query) ? { title: t('list.none-fit'), hint: t('list.none-fit.hint') } : empty
      }
      onOpen={({ id }) => onSearch({ open: String(id) })}
      actions={
        creating !== undefined && (
          <Button tone="primary" onPress={() => onSearch({ open: 'new' })}>
            <Plus aria-hidden />
            {creating}
          </Button>
        )
      }
      filters={<Filters {...props} />}
    />
  );
}

const isFiltered = (query: object): boolean =>
  Object.values(query).some((value) => value !== undefined);

function Filters<Row, State extends string>(props: PrincipalListProps<Row, State>): ReactNode {
  const { search, onSearch, states } = props;
  const { t, word } = useSpeech();
  const { nameOf } = useRoleWords();
  const { x, role, state, permission } = search;
  return (
    <>
      <SearchBox label={t('list.find')} value={x} onChange={(next) => onSearch({ x: next })} />
      <Choice
        label={t('right.role')}
        all={t('right.roles.all')}
        value={role}
        choices={ROLES}
        wordOf={nameOf}
        onChange={(next) => onSearch({ role: next })}
      />
      <Choice
        label={t('user.state')}
        all={t('user.states.all')}
        value={state}
        choices={states}
        wordOf={word}
        onChange={(next) => onSearch({ state: next })}
      />
      {permission !== undefined && (
        <Button small onPress={() => onSearch({ permission: undefined })}>
          {t('user.holding', { permission })} ×
        </Button>
      )}
    </>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly all: string;
  readonly value: T | undefined;
  readonly choices: readonly T[];
  readonly wordOf: (value: T) => string;
  readonly onChange: (value: T | undefined) => void;
}

function Choice<T extends string>(props: ChoiceProps<T>): ReactNode {
  const { label, all, value, choices, wordOf, onChange } = props;
  return (
    <select
      className="input"
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(choices.find((choice) => choice === event.target.value))}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {wordOf(choice)}
        </option>
      ))}
    </select>
  );
}

// Prices of customers' holdings that are missing, are old, or have changed by a large percentage.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { DateField } from '../../component/date-field.js';
import { Segment } from '../../component/field.js';
import { Empty, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { useWindow } from '../../lib/window.js';
import { EXCEPTION_KINDS, type PriceExceptionSearch } from './search.js';

const route = getRouteApi('/price-exceptions');

type PriceException = ItemOf<'wealth/price-exception/list'>;

const WHOLE = 100;
const ALL = 'ALL';

/**
 * Numbers the rows, because a security and a fund may have the same id, and each may have several
 * exceptions.
 */
function keyOf({ kind, subjectType, subjectId }: PriceException): number {
  const numbered = subjectId * 2 + (subjectType === 'FUND' ? 1 : 0);
  return numbered * EXCEPTION_KINDS.length + EXCEPTION_KINDS.indexOf(kind);
}

interface Shown {
  readonly speech: Speech;
  readonly format: Format;
  readonly mayEvents: boolean;
}

function columnsOf({ speech, format, mayEvents }: Shown): readonly Column<PriceException>[] {
  const { t } = speech;
  return [
    {
      id: 'kind',
      header: t('price-exception.kind'),
      widthPx: 100,
      cell: ({ kind }) => <Badge state={kind} />,
    },
    {
      id: 'subject',
      header: t('order.security'),
      widthPx: 200,
      grow: true,
      cell: (row) => <Subject row={row} isLinked={mayEvents && row.subjectType === 'SECURITY'} />,
    },
    {
      id: 'class',
      header: t('wealth.class'),
      widthPx: 80,
      cell: ({ class: ofClass }) => t(`wealth.class.${ofClass}`),
    },
    ...priceColumnsOf(speech, format),
    {
      id: 'customers',
      header: t('price-exception.customers'),
      widthPx: 84,
      end: true,
      cell: ({ customers }) => format.quantity(customers),
    },
    {
      id: 'quantity',
      header: t('price-exception.quantity'),
      widthPx: 104,
      end: true,
      cell: ({ quantity }) => format.quantity(quantity),
    },
  ];
}

function priceColumnsOf({ t }: Speech, format: Format): readonly Column<PriceException>[] {
  const dated = (price: number | undefined, date: string | undefined) =>
    price === undefined ? '–' : `${format.price(price)} · ${format.day(date)}`;
  return [
    {
      id: 'price',
      header: t('price-exception.price'),
      widthPx: 116,
      end: true,
      cell: ({ price, currency }) =>
        price === undefined ? '–' : `${currency} ${format.price(price)}`,
    },
    {
      id: 'date',
      header: t('price-exception.priced-on'),
      widthPx: 104,
      cell: ({ priceDate }) => format.day(priceDate),
    },
    {
      id: 'age',
      header: t('price-exception.age'),
      widthPx: 72,
      end: true,
      cell: ({ daysOld }) => format.quantity(daysOld),
    },
    {
      id: 'previous',
      header: t('price-exception.previous'),
      widthPx: 176,
      end: true,
      cell: ({ previousPrice, previousPriceDate }) => dated(previousPrice, previousPriceDate),
    },
    {
      id: 'change',
      header: t('price-exception.change'),
      widthPx: 84,
      end: true,
      cell: ({ changePercent }) =>
        changePercent === undefined ? '' : format.percent(changePercent / WHOLE),
    },
  ];
}

/** A corporate action of the security may explain its price. */
function Subject(props: { readonly row: PriceException; readonly isLinked: boolean }): ReactNode {
  const { name, label } = props.row;
  if (!props.isLinked) {
    return (
      <>
        <span className="strong">{name}</span> <span className="faint">{label}</span>
      </>
    );
  }
  return (
    <>
      <Link to="/corporate-actions" search={{ security: name }} tabIndex={-1} className="strong">
        {name}
      </Link>{' '}
      <span className="faint">{label}</span>
    </>
  );
}

export function PriceExceptions(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { kind, on } = route.useSearch();
  const navigate = route.useNavigate();
  const mayEvents = useMay('custody.corporate-action.read');
  const columns = useMemo(
    () => columnsOf({ speech, format, mayEvents }),
    [speech, format, mayEvents],
  );
  const set = (change: PriceExceptionSearch) =>
    void navigate({ search: { kind, on, ...change }, replace: true });
  const list = useWindow({ to: 'wealth/price-exception/list', query: { kind, d: on } });
  return (
    <Page title={t('place.price-exceptions')} full actions={<ImportPrices />}>
      <search className="filters">
        <Filters search={{ kind, on }} onChange={set} />
      </search>
      {list.error && <Problem error={list.error} />}
      {list.count === 0 ? (
        <NoExceptions isOfKind={kind !== undefined} />
      ) : (
        <DataGrid
          label={t('place.price-exceptions')}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={keyOf}
        />
      )}
      <div className="grid-foot">
        <span aria-live="polite">{t('grid.count', { count: list.count ?? 0 })}</span>
      </div>
    </Page>
  );
}

function NoExceptions({ isOfKind }: { readonly isOfKind: boolean }): ReactNode {
  const { t } = useSpeech();
  return (
    <Empty title={t(isOfKind ? 'price-exception.none.kind' : 'price-exception.none')}>
      <p>{t(isOfKind ? 'price-exception.explained' : 'price-exception.none.hint')}</p>
    </Empty>
  );
}

function Filters(props: {
  readonly search: PriceExceptionSearch;
  readonly onChange: (change: PriceExceptionSearch) => void;
}): ReactNode {
  const { t, word } = useSpeech();
  const { search, onChange } = props;
  return (
    <>
      <Segment
        legend={t('price-exception.kind')}
        name="kind"
        chosen={search.kind ?? ALL}
        options={[
          { value: ALL, label: t('price-exception.kind.all') },
          ...EXCEPTION_KINDS.map((value) => ({ value, label: word(value) })),
        ]}
        onChange={({ target }) =>
          onChange({ kind: EXCEPTION_KINDS.find((each) => each === target.value) })
        }
      />
      <DateField
        label={t('price-exception.date')}
        value={search.on}
        onChange={(on) => onChange({ on })}
      />
    </>
  );
}

function ImportPrices(): ReactNode {
  const { t } = useSpeech();
  const navigate = route.useNavigate();
  if (!useMay('market.price.import')) return null;
  return (
    <Button
      tone="primary"
      onPress={() => void navigate({ to: '/imports', search: { of: 'prices', form: 'new' } })}
    >
      <FileUp aria-hidden />
      {t('price-exception.import')}
    </Button>
  );
}

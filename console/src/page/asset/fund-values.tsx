// Fund values per unit: pending, approved and rejected.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { useRead } from '../../lib/api.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import { FundValueForm } from './fund-value-form.js';
import { OFFERED_MAX } from './product-field.js';
import { type FundValueSearch, VALUE_STATES } from './search.js';

const route = getRouteApi('/fund-values');

type FundValue = ItemOf<'order/fund/nav/list'>;

function columnsOf({ t }: Speech, format: Format): readonly Column<FundValue>[] {
  return [
    {
      id: 'fund',
      header: t('approval.fund'),
      widthPx: 130,
      cell: ({ fundName }) => <span className="strong">{fundName}</span>,
    },
    {
      id: 'date',
      header: t('approval.valuation-date'),
      widthPx: 140,
      cell: ({ valuationDate }) => format.day(valuationDate),
    },
    {
      id: 'value',
      header: t('approval.nav'),
      widthPx: 170,
      end: true,
      cell: ({ currency, navPerUnit }) => `${currency} ${format.price(navPerUnit)}`,
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 120,
      cell: ({ status }) => <Badge state={status} />,
    },
    { id: 'by', header: t('fund-value.by'), widthPx: 160, cell: ({ createdBy }) => createdBy },
    {
      id: 'decided-by',
      header: t('fund-value.decided-by'),
      widthPx: 160,
      cell: ({ decidedBy }) => decidedBy,
    },
    {
      id: 'reason',
      header: t('field.reason'),
      widthPx: 180,
      grow: true,
      cell: ({ decisionReason }) => decisionReason,
    },
  ];
}

export function FundValues(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { form, fund, state } = route.useSearch();
  const navigate = route.useNavigate();
  const own = useOwn();
  // All business offices share a fund, so a user restricted to certain offices cannot enter a
  // value.
  const mayEnter = own?.allOffices === true && own.may('asset.fund-nav.create');
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const set = (change: FundValueSearch) =>
    void navigate({ search: { form, fund, state, ...change }, replace: true });
  return (
    <>
      <ListPage<FundValue>
        title={t('place.fund-values')}
        list={{ to: 'order/fund/nav/list', query: { f: fund, u: state } }}
        columns={columns}
        empty={{ title: t('fund-value.none'), hint: t('fund-value.none.hint') }}
        actions={
          mayEnter && (
            <Button tone="primary" onPress={() => set({ form: 'new' })}>
              <Plus aria-hidden />
              {t('fund-value.new')}
            </Button>
          )
        }
        filters={
          <>
            <FundFilter value={fund} onChange={(next) => set({ fund: next })} />
            <ChoiceFilter
              label={t('order.status')}
              all={t('order.status.all')}
              value={state}
              choices={VALUE_STATES}
              onChange={(next) => set({ state: next })}
            />
          </>
        }
      />
      {form === 'new' && mayEnter && <FundValueForm onClose={() => set({ form: undefined })} />}
    </>
  );
}

interface FundFilterProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function FundFilter({ value, onChange }: FundFilterProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('order/fund/list/active', { query: { s: OFFERED_MAX } });
  return (
    <select
      className="input"
      aria-label={t('approval.fund')}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{t('fund-value.all')}</option>
      {data?.result.map(({ id, name, label }) => (
        <option key={id} value={id}>
          {`${name} ${label}`}
        </option>
      ))}
    </select>
  );
}

// Settlements with custodians that settle trades themselves: the list, the form for a new one, and
// the steps of each.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import { ExportMenu } from '../../component/export-menu.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { saveFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { SETTLEMENT_STATES, type SettlementSearch } from './search.js';
import { SettlementDialog } from './settlement.js';
import { SettlementForm } from './settlement-form.js';

const route = getRouteApi('/custodian-settlements');

type Settlement = ItemOf<'order/custodian/settlement/list'>;

function columnsOf({ t, word }: Speech, format: Format): readonly Column<Settlement>[] {
  return [
    { id: 'number', header: t('settlement.number'), widthPx: 130, cell: ({ name }) => name },
    {
      id: 'custodian',
      header: t('order.custodian'),
      widthPx: 220,
      grow: true,
      cell: ({ custodianLabel }) => <span className="strong">{custodianLabel}</span>,
    },
    {
      id: 'direction',
      header: t('cash.kind'),
      widthPx: 120,
      cell: ({ direction }) => word(direction),
    },
    {
      id: 'amount',
      header: t('cash.amount'),
      widthPx: 170,
      end: true,
      cell: ({ amount, currency }) => format.amount(amount, currency),
    },
    {
      id: 'notes',
      header: t('settlement.notes'),
      widthPx: 130,
      end: true,
      cell: ({ contractNotes }) => format.quantity(contractNotes.length),
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 130,
      cell: ({ status }) => <Badge state={status} />,
    },
    {
      id: 'settled',
      header: t('settlement.settled'),
      widthPx: 130,
      cell: ({ settlementDate }) => format.day(settlementDate),
    },
    {
      id: 'office',
      header: t('settlement.office'),
      widthPx: 130,
      cell: ({ businessOfficeName }) => businessOfficeName,
    },
    { id: 'by', header: t('cash.made-by'), widthPx: 160, cell: ({ createdBy }) => createdBy },
  ];
}

export function Settlements(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { form, state } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('finance.custodian-settlement.create');
  const [open, setOpen] = useState<number>();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const query = { u: state };
  const set = (change: SettlementSearch) =>
    void navigate({ search: { form, state, ...change }, replace: true });
  return (
    <>
      <ListPage<Settlement>
        title={t('place.custodian-settlements')}
        list={{ to: 'order/custodian/settlement/list', query }}
        columns={columns}
        empty={{ title: t('settlement.none'), hint: t('settlement.none.hint') }}
        onOpen={({ id }) => setOpen(id)}
        actions={
          <>
            <ExportMenu
              save={(sheet) => saveFile(`order/custodian/settlement/list/${sheet}`, { query })}
            />
            {mayCreate && (
              <Button tone="primary" onPress={() => set({ form: 'new' })}>
                <Plus aria-hidden />
                {t('settlement.new')}
              </Button>
            )}
          </>
        }
        filters={
          <ChoiceFilter
            label={t('order.status')}
            all={t('order.status.all')}
            value={state}
            choices={SETTLEMENT_STATES}
            onChange={(next) => set({ state: next })}
          />
        }
      />
      {form === 'new' && mayCreate && <SettlementForm onClose={() => set({ form: undefined })} />}
      {open !== undefined && <SettlementDialog id={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

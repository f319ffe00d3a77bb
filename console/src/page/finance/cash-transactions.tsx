// Lists cash transactions of all customers. By default the page shows approved transactions that
// are not posted yet.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileUp, X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { ConfirmEach } from '../../component/confirm.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { DateField } from '../../component/date-field.js';
import { ChoiceFilter } from '../../component/list-page.js';
import { Empty, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { type Format, useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { useWindow } from '../../lib/window.js';
import { CashBatchForm } from './cash-batch-form.js';
import { CashBatchImports } from './cash-batch-imports.js';
import { CashBatchUndo } from './cash-batch-undo.js';
import { CashDialog } from './cash-dialog.js';
import { CANCEL, type CashStep, POST } from './cash-step.js';
import { CASH_STATES, CASH_TOUCHED, CASH_TYPES, type CashSearch } from './search.js';

const route = getRouteApi('/cash');

type Transaction = ItemOf<'finance/cash-transaction/list'>;

function columnsOf({ t, word }: Speech, format: Format): readonly Column<Transaction>[] {
  return [
    { id: 'number', header: t('order.number'), widthPx: 116, cell: ({ name }) => name },
    {
      id: 'date',
      header: t('cash.date'),
      widthPx: 116,
      cell: ({ transactionDate }) => format.day(transactionDate),
    },
    { id: 'kind', header: t('cash.kind'), widthPx: 96, cell: (c) => word(c.transType) },
    {
      id: 'customer',
      header: t('order.customer'),
      widthPx: 220,
      grow: true,
      cell: ({ partnerId, partnerLabel }) =>
        partnerId === undefined ? (
          partnerLabel
        ) : (
          <Link
            to="/customers/$id"
            params={{ id: String(partnerId) }}
            search={{ part: 'cash' }}
            tabIndex={-1}
          >
            {partnerLabel}
          </Link>
        ),
    },
    {
      id: 'amount',
      header: t('cash.amount'),
      widthPx: 170,
      end: true,
      cell: (c) => <span className="strong">{format.amount(c.amount, c.currency)}</span>,
    },
    { id: 'method', header: t('cash.method'), widthPx: 130, cell: (c) => word(c.transMethod) },
    { id: 'by', header: t('cash.made-by'), widthPx: 140, cell: ({ createdBy }) => createdBy },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 110,
      cell: (c) => <Badge state={c.transState} />,
    },
  ];
}

export function CashTransactions(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, choose] = useState<ReadonlyMap<number, Transaction>>(new Map());
  // If a batch or a transaction is open, the list shows all states.
  const all = search.batch === undefined && search.id === undefined ? 'APPROVED' : 'ALL';
  const { state = all, transType, sd, ed, batch: batchName, gateway, id, form } = search;
  const transState = state === 'ALL' ? undefined : state;
  const query = { transState, transType, sd, ed, batchName, paymentGatewayId: gateway };
  const list = useWindow({ to: 'finance/cash-transaction/list', query });
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const set = (change: CashSearch) => {
    choose(new Map());
    void navigate({ search: { ...search, ...change }, replace: true });
  };
  const open = (next: string | undefined) =>
    void navigate({ search: { ...search, state, id: next }, replace: true });
  return (
    <Page
      title={t('place.cash')}
      full
      actions={<BatchActions batchName={batchName} onImport={() => set({ form: 'import' })} />}
    >
      <Filters search={{ ...search, state }} onChange={set} />
      {batchName !== undefined && <CashBatchImports batchName={batchName} />}
      {chosen.size > 0 && <Chosen of={chosen} onDone={() => choose(new Map())} />}
      {list.error && <Problem error={list.error} />}
      {list.count === 0 ? (
        <Empty title={t('cash.list.none')}>
          <p>{t(state === 'APPROVED' ? 'cash.list.none.hint' : 'cash.list.none.other')}</p>
        </Empty>
      ) : (
        <DataGrid
          label={t('place.cash')}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={idOf}
          chosen={chosen}
          choose={choose}
          onOpen={(one) => open(String(idOf(one)))}
        />
      )}
      <div className="grid-foot">
        <span aria-live="polite">{t('grid.count', { count: list.count ?? 0 })}</span>
      </div>
      {id !== undefined && <CashDialog id={Number(id)} onClose={() => open(undefined)} />}
      {form === 'import' && (
        <CashBatchForm
          batchName={batchName}
          onClose={() => set({ form: undefined })}
          onDone={(batch) => void navigate({ search: { batch }, replace: true })}
        />
      )}
    </Page>
  );
}

interface BatchActionsProps {
  readonly batchName: string | undefined;
  readonly onImport: () => void;
}

function BatchActions({ batchName, onImport }: BatchActionsProps): ReactNode {
  const { t } = useSpeech();
  const mayImport = useMay('finance.cash-transaction.create');
  return (
    <>
      {batchName !== undefined && <CashBatchUndo batchName={batchName} />}
      {mayImport && (
        <Button onPress={onImport}>
          <FileUp aria-hidden />
          {t('cash.batch.import')}
        </Button>
      )}
    </>
  );
}

interface FiltersProps {
  readonly search: CashSearch;
  readonly onChange: (change: CashSearch) => void;
}

function Filters({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useSpeech();
  const { state, transType, sd, ed, batch, gateway } = search;
  return (
    <search className="filters">
      <ChoiceFilter
        label={t('order.status')}
        all={t('order.status.all')}
        value={state === 'ALL' ? undefined : state}
        choices={CASH_STATES}
        onChange={(next) => onChange({ state: next ?? 'ALL' })}
      />
      <ChoiceFilter
        label={t('cash.kind')}
        all={t('cash.kind.all')}
        value={transType}
        choices={CASH_TYPES}
        onChange={(next) => onChange({ transType: next })}
      />
      <label className="field">
        <span className="label">{t('cash.batch')}</span>
        <input
          className="input"
          value={batch ?? ''}
          onChange={({ target }) => onChange({ batch: target.value || undefined })}
        />
      </label>
      <DateField label={t('field.from')} value={sd} onChange={(next) => onChange({ sd: next })} />
      <DateField label={t('field.to')} value={ed} onChange={(next) => onChange({ ed: next })} />
      {gateway !== undefined && (
        <GatewayFilter id={gateway} onClear={() => onChange({ gateway: undefined })} />
      )}
    </search>
  );
}

interface GatewayFilterProps {
  readonly id: string;
  readonly onClear: () => void;
}

function GatewayFilter({ id, onClear }: GatewayFilterProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('finance/payment-gateway/id/{id}', {
    path: { id },
    enabled: useMay('finance.payment-gateway.read'),
  });
  return (
    <Button tone="quiet" onPress={onClear}>
      {`${t('cash.gateway')} ${data?.label ?? id}`}
      <X aria-label={t('order.clear')} />
    </Button>
  );
}

function Chosen(props: {
  readonly of: ReadonlyMap<number, Transaction>;
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const mayPost = useMay('finance.cash-transaction.post');
  const mayCancel = useMay('finance.cash-transaction.cancel');
  const [confirming, confirm] = useState<CashStep>();
  const all = [...props.of.values()];
  useKeys(mayPost ? { p: () => confirm(POST) } : {});
  return (
    <div className="bulk">
      <strong>{t('grid.count', { count: all.length })}</strong>
      {mayPost && (
        <Button small tone="primary" onPress={() => confirm(POST)}>
          {t(POST.says)}
        </Button>
      )}
      {mayCancel && (
        <Button small onPress={() => confirm(CANCEL)}>
          {t(CANCEL.says)}
        </Button>
      )}
      <Button small tone="quiet" onPress={props.onDone}>
        {t('action.close')}
      </Button>
      {confirming !== undefined && (
        <ConfirmEach
          title={t(confirming.says)}
          action={t(confirming.says)}
          isDanger={confirming === CANCEL}
          onClose={() => {
            confirm(undefined);
            props.onDone();
          }}
          touches={CASH_TOUCHED}
          all={() =>
            all.map(({ name, label, ...one }) => ({
              label: `${name} ${label}`,
              write: confirming.write(idOf(one)),
            }))
          }
        />
      )}
    </div>
  );
}

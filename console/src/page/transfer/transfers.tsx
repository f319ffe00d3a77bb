// The list of unit transfers into and out of portfolios, the form for a new one, and the view of a
// single transfer.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import type { Column } from '../../component/data-grid.js';
import { Dialog } from '../../component/dialog.js';
import { ExportMenu } from '../../component/export-menu.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { saveFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { translatedLabel } from '../../lib/record.js';
import { write } from '../../lib/write.js';
import { TransferTerms } from '../approval/custody-content.js';
import { TRANSFER_STATES, TRANSFER_TYPES, type TransferSearch } from './search.js';
import { TransferForm } from './transfer-form.js';

const route = getRouteApi('/transfers');

type Transfer = ItemOf<'custody/holding-transfer/list'>;

function columnsOf({ t, word }: Speech, format: Format): readonly Column<Transfer>[] {
  return [
    {
      id: 'date',
      header: t('transfer.effective'),
      widthPx: 120,
      cell: ({ effectiveDate }) => format.day(effectiveDate),
    },
    { id: 'type', header: t('cash.kind'), widthPx: 170, cell: ({ type }) => word(type) },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 130,
      cell: ({ state }) => <Badge state={state} />,
    },
    {
      id: 'customer',
      header: t('order.customer'),
      widthPx: 130,
      cell: ({ customerName }) => customerName,
    },
    {
      id: 'portfolio',
      header: t('order.portfolio'),
      widthPx: 130,
      cell: ({ portfolioName }) => portfolioName,
    },
    {
      id: 'units',
      header: t('transfer.securities'),
      widthPx: 260,
      grow: true,
      cell: ({ lines }) =>
        lines
          .map(({ quantity, securityName }) => `${format.quantity(quantity)} ${securityName}`)
          .join(', '),
    },
    { id: 'by', header: t('cash.made-by'), widthPx: 170, cell: ({ createdBy }) => createdBy },
  ];
}

export function Transfers(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { form, type, state } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('custody.holding-transfer.create');
  const [open, setOpen] = useState<Transfer>();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const query = { type, state };
  const set = (change: TransferSearch) =>
    void navigate({ search: { form, ...query, ...change }, replace: true });
  return (
    <>
      <ListPage<Transfer>
        title={t('place.transfers')}
        list={{ to: 'custody/holding-transfer/list', query }}
        columns={columns}
        empty={{ title: t('transfer.none'), hint: t('transfer.none.hint') }}
        onOpen={setOpen}
        actions={
          <>
            <ExportMenu
              save={(sheet) => saveFile(`custody/holding-transfer/list/${sheet}`, { query })}
            />
            {mayCreate && (
              <Button tone="primary" onPress={() => set({ form: 'new' })}>
                <Plus aria-hidden />
                {t('transfer.new')}
              </Button>
            )}
          </>
        }
        filters={
          <>
            <ChoiceFilter
              label={t('cash.kind')}
              all={t('cash.kind.all')}
              value={type}
              choices={TRANSFER_TYPES}
              onChange={(next) => set({ type: next })}
            />
            <ChoiceFilter
              label={t('order.status')}
              all={t('order.status.all')}
              value={state}
              choices={TRANSFER_STATES}
              onChange={(next) => set({ state: next })}
            />
          </>
        }
      />
      {form === 'new' && mayCreate && <TransferForm onClose={() => set({ form: undefined })} />}
      {open !== undefined && <TransferDialog of={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface TransferDialogProps {
  readonly of: Transfer;
  readonly onClose: () => void;
}

function TransferDialog({ of, onClose }: TransferDialogProps): ReactNode {
  const { t, word } = useSpeech();
  const [isCancelling, setCancelling] = useState(false);
  const mayCancel = useMay('custody.holding-transfer.create') && of.state === 'PENDING';
  const { id } = of;
  const label = translatedLabel(of, word) ?? '';
  return (
    <Dialog title={label} onClose={onClose} place="wide">
      <div>
        <Badge state={of.state} />
      </div>
      <TransferTerms id={id} />
      {mayCancel && (
        <div className="actions end">
          <Button onPress={() => setCancelling(true)}>{t('transfer.cancel')}</Button>
        </div>
      )}
      {isCancelling && (
        <Confirm
          title={`${t('transfer.cancel')}: ${label}`}
          action={t('transfer.cancel')}
          isDanger
          reason="optional"
          onClose={() => {
            setCancelling(false);
            onClose();
          }}
          write={(reason) =>
            write('put', 'custody/holding-transfer/cancel/id/{id}', {
              path: { id },
              body: reason === '' ? {} : { reason },
            })
          }
          done={{
            say: t('transfer.cancelled'),
            touches: ['custody/holding-transfer', 'order/portfolio'],
          }}
        />
      )}
    </Dialog>
  );
}

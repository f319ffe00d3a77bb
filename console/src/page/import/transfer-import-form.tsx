// The form to import unit transfers. A preview checks all rows. If any cell is invalid, the whole
// file is refused.

import type { ReplyOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { useAct } from '../../lib/act.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { ImportDialog } from './dialog.js';
import { bodyOf, type RowFile, useRowFile } from './row-file.js';

type Reply = ReplyOf<'post', 'custody/holding-transfer/import'>;

const importing = (file: RowFile) =>
  write('post', 'custody/holding-transfer/import', {
    query: { label: file.name },
    body: bodyOf(file),
  });

const membersOf = ({ t }: Speech) => [
  { member: 'transfer', label: t('import.transfers.group') },
  { member: 'type', label: t('cash.kind') },
  { member: 'portfolioName', label: t('order.portfolio') },
  { member: 'toPortfolioName', label: t('transfer.to') },
  { member: 'effectiveDate', label: t('transfer.effective') },
  { member: 'securityName', label: t('order.security') },
  { member: 'quantity', label: t('approval.units') },
  { member: 'amount', label: t('transfer.amount') },
  { member: 'costBasis', label: t('import.transfers.cost-basis') },
  { member: 'cost', label: t('transfer.cost') },
  { member: 'acquiredOn', label: t('transfer.acquired') },
  { member: 'memberCode', label: t('transfer.party.memberCode') },
  { member: 'account', label: t('transfer.party.account') },
  { member: 'chn', label: t('transfer.party.chn') },
  { member: 'holder', label: t('transfer.party.holder') },
  { member: 'ownerChange', label: t('transfer.owner') },
  { member: 'reference', label: t('transfer.reference') },
  { member: 'reason', label: t('field.reason') },
];

export function TransferImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const act = useAct();
  const form = useRowFile<Reply>(importing);
  const go = async () => {
    if (form.file === undefined) return;
    const done = {
      say: t('import.transfers.done'),
      touches: ['custody/holding-transfer', 'order/portfolio', 'system/approval'],
    };
    if ((await act.run(importing(form.file), done)) !== undefined) onClose();
  };
  const preview = form.reply?.result;
  return (
    <ImportDialog
      title={t('import.new.transfers')}
      hint={t('import.transfers.hint')}
      kind="HOLDING_TRANSFER"
      of={form}
      members={membersOf(speech)}
      act={act}
      onImport={() => void go()}
      onClose={onClose}
      fields={null}
    >
      {preview !== undefined && (
        <p className="good">
          {t('import.transfers.sum', { rows: preview.rows, transfers: preview.transfers })}
        </p>
      )}
    </ImportDialog>
  );
}

// The form to import certificates. A preview shows the result for each row before anything is
// recorded.

import type { ReplyOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { useAct } from '../../lib/act.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { ImportDialog } from './dialog.js';
import { bodyOf, type RowFile, useRowFile } from './row-file.js';
import { VerdictTable } from './verdict-table.js';

type Reply = ReplyOf<'post', 'wealth/withholding-certificate/import'>;

const importing = (file: RowFile) =>
  write('post', 'wealth/withholding-certificate/import', {
    query: { label: file.name },
    body: bodyOf(file),
  });

const membersOf = ({ t }: Speech) => [
  { member: 'customerName', label: t('order.customer') },
  { member: 'number', label: t('certificate.number') },
  { member: 'certificateDate', label: t('certificate.date') },
  { member: 'periodFrom', label: t('certificate.from') },
  { member: 'periodUntil', label: t('certificate.until') },
  { member: 'amount', label: t('certificate.amount') },
  { member: 'currency', label: t('journal.currency') },
  { member: 'taxClass', label: t('gain.class') },
  { member: 'deductions', label: t('certificate.deductions') },
];

export function CertificateImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const act = useAct();
  const form = useRowFile<Reply>(importing);
  const go = async () => {
    if (form.file === undefined) return;
    const done = { say: t('import.done'), touches: ['wealth/withholding'] };
    if ((await act.run(importing(form.file), done)) !== undefined) onClose();
  };
  return (
    <ImportDialog
      title={t('import.new.certificates')}
      hint={t('import.certificates.hint')}
      kind="CERTIFICATE"
      of={form}
      members={membersOf(speech)}
      faults={form.reply?.result.verdicts.map(({ detail }) => detail) ?? []}
      act={act}
      onImport={() => void go()}
      onClose={onClose}
      fields={null}
    >
      {form.reply !== undefined && <Preview of={form.reply.result} />}
    </ImportDialog>
  );
}

function Preview({ of }: { readonly of: Reply['result'] }): ReactNode {
  const { t } = useSpeech();
  const { rows, imported, unchanged, refused, verdicts } = of;
  return (
    <>
      <p className={refused > 0 ? 'bad' : 'good'}>
        {t('import.certificates.sum', { rows, imported, unchanged, refused })}
      </p>
      <VerdictTable
        rows={verdicts}
        about={[
          [t('order.customer'), ({ customerName }) => customerName],
          [t('certificate.number'), ({ number }) => number],
        ]}
        isGood={({ verdict }) => verdict !== 'REFUSED'}
      />
    </>
  );
}

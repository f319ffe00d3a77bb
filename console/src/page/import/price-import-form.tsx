// An import of prices. A preview shows the result of each row before any price changes.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { CheckField } from '../../component/field.js';
import { useAct } from '../../lib/act.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { ImportDialog } from './dialog.js';
import { bodyOf, type RowFile, useRowFile } from './row-file.js';
import { type Verdict, VerdictTable } from './verdict-table.js';

const MEMBERS = ['security', 'date', 'open', 'high', 'low', 'close', 'volume'] as const;

type Reply = ReplyOf<'post', 'order/security/price/import'>;

const importing = (file: RowFile, replace: boolean) =>
  write('post', 'order/security/price/import', {
    query: { label: file.name, replace },
    body: bodyOf(file),
  });

export function PriceImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [replace, setReplace] = useState(false);
  const form = useRowFile<Reply>((file) => importing(file, replace));
  const go = async () => {
    if (form.file === undefined) return;
    const done = { say: t('import.done'), touches: ['order/security', 'order/portfolio'] };
    if ((await act.run(importing(form.file, replace), done)) !== undefined) onClose();
  };
  return (
    <ImportDialog
      title={t('import.new.prices')}
      hint={t('import.prices.hint')}
      kind="PRICE"
      of={form}
      members={MEMBERS.map((member) => ({ member, label: t(`price.member.${member}`) }))}
      faults={form.reply?.result.verdicts.map(({ detail }) => detail) ?? []}
      act={act}
      onImport={() => void go()}
      onClose={onClose}
      fields={
        <CheckField
          label={t('import.prices.replace')}
          checked={replace}
          onChange={({ target }) => setReplace(target.checked)}
        />
      }
    >
      {form.reply !== undefined && <PricePreview of={form.reply.result} />}
    </ImportDialog>
  );
}

function PricePreview({ of }: { readonly of: Reply['result'] }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { rows, imported, replaced, unchanged, refused, verdicts } = of;
  return (
    <>
      <p className={refused > 0 ? 'bad' : 'good'}>
        {t('import.prices.sum', { rows, imported, replaced, unchanged, refused })}
      </p>
      <VerdictTable
        rows={verdicts}
        about={[
          [t('price.member.security'), ({ security }) => security],
          // An invalid date is shown as it is written in the file.
          [t('price.member.date'), (row) => (isSound(row) ? format.day(row.date) : row.date)],
        ]}
        isGood={isSound}
      />
    </>
  );
}

const isSound = ({ verdict }: Verdict): boolean => verdict !== 'REFUSED';

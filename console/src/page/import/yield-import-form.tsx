// An import of market discount rates. A preview shows the result of each row before any rate
// changes.

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

const MEMBERS = ['issue', 'date', 'rate'] as const;

type Reply = ReplyOf<'post', 'order/marketyield/import'>;

const importing = (file: RowFile, replace: boolean) =>
  write('post', 'order/marketyield/import', {
    query: { label: file.name, replace },
    body: bodyOf(file),
  });

export function YieldImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [replace, setReplace] = useState(false);
  const form = useRowFile<Reply>((file) => importing(file, replace));
  const go = async () => {
    if (form.file === undefined) return;
    const done = { say: t('import.done'), touches: ['order/marketyield', 'wealth'] };
    if ((await act.run(importing(form.file, replace), done)) !== undefined) onClose();
  };
  return (
    <ImportDialog
      title={t('import.new.yields')}
      hint={t('import.yields.hint')}
      kind="MARKET_YIELD"
      of={form}
      members={MEMBERS.map((member) => ({ member, label: t(`yield.member.${member}`) }))}
      faults={form.reply?.result.verdicts.map(({ detail }) => detail) ?? []}
      act={act}
      onImport={() => void go()}
      onClose={onClose}
      fields={
        <CheckField
          label={t('import.yields.replace')}
          checked={replace}
          onChange={({ target }) => setReplace(target.checked)}
        />
      }
    >
      {form.reply !== undefined && <YieldPreview of={form.reply.result} />}
    </ImportDialog>
  );
}

function YieldPreview({ of }: { readonly of: Reply['result'] }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { rows, imported, replaced, unchanged, refused, verdicts } = of;
  return (
    <>
      <p className={refused > 0 ? 'bad' : 'good'}>
        {t('import.yields.sum', { rows, imported, replaced, unchanged, refused })}
      </p>
      <VerdictTable
        rows={verdicts}
        about={[
          [t('yield.member.issue'), ({ issue }) => issue],
          // An invalid date is shown as it is written in the file.
          [t('yield.member.date'), (row) => (isSound(row) ? format.day(row.date) : row.date)],
        ]}
        isGood={isSound}
      />
    </>
  );
}

const isSound = ({ verdict }: Verdict): boolean => verdict !== 'REFUSED';

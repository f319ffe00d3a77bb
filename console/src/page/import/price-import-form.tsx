// An import of prices. A preview shows the result of each row before any price changes.

import { type ReactNode, useState } from 'react';
import { CheckField } from '../../component/field.js';
import { useAct } from '../../lib/act.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { ImportDialog } from './dialog.js';
import { bodyOf, type MappedFile, type Previewed, useMappedFile } from './mapped-file.js';
import { type Verdict, VerdictTable } from './verdict-table.js';

const MEMBERS = ['security', 'date', 'open', 'high', 'low', 'close', 'volume'] as const;

interface Preview extends Previewed {
  readonly rows: number;
  readonly imported: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly verdicts: readonly (Verdict & { readonly security?: string; readonly date?: string })[];
}

const importing = (file: MappedFile, replace: boolean) =>
  write('post', 'order/security/price/import', {
    query: { label: file.name, replace },
    body: bodyOf(file),
  });

export function PriceImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [replace, setReplace] = useState(false);
  const mapped = useMappedFile<Preview>((file) => importing(file, replace));
  const go = async () => {
    if (mapped.file === undefined) return;
    const done = { say: t('import.done'), touches: ['order/security', 'order/portfolio'] };
    if ((await act.run(importing(mapped.file, replace), done)) !== undefined) onClose();
  };
  return (
    <ImportDialog
      title={t('import.new.prices')}
      hint={t('import.prices.hint')}
      of={mapped}
      members={MEMBERS.map((member) => ({ member, label: t(`price.member.${member}`) }))}
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
      {mapped.preview !== undefined && <PricePreview of={mapped.preview} />}
    </ImportDialog>
  );
}

function PricePreview({ of }: { readonly of: Preview }): ReactNode {
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

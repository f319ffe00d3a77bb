// The form to import one value for each record and date, such as a price. A preview shows the
// result for each row before any value changes.

import { type ReactNode, useState } from 'react';
import { CheckField } from '../../component/field.js';
import { useAct } from '../../lib/act.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { Write } from '../../lib/write.js';
import { ImportDialog } from './dialog.js';
import { type Previewed, type RowFile, useRowFile } from './row-file.js';
import type { ImportKind } from './saved-mapping.js';
import { type Verdict, VerdictTable } from './verdict-table.js';

interface DatedRow extends Verdict {
  readonly date?: string | undefined;
}

interface Preview<Row extends DatedRow> {
  readonly rows: number;
  readonly imported: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly verdicts: readonly Row[];
}

interface DatedImportProps<Row extends DatedRow> {
  readonly of: 'prices' | 'yields';
  readonly kind: ImportKind;
  readonly members: readonly { readonly member: string; readonly label: string }[];
  readonly importing: (
    file: RowFile,
    replace: boolean,
  ) => Write<Previewed & { readonly result: Preview<Row> }>;
  readonly touches: readonly string[];
  /** The code of the record that a row belongs to. */
  readonly subjectOf: (row: Row) => string | undefined;
  readonly onClose: () => void;
}

export function DatedImportForm<Row extends DatedRow>(props: DatedImportProps<Row>): ReactNode {
  const { of, kind, members, importing, touches, subjectOf, onClose } = props;
  const { t } = useSpeech();
  const format = useFormat();
  const act = useAct();
  const [replace, setReplace] = useState(false);
  const form = useRowFile((file) => importing(file, replace));
  const go = async () => {
    if (form.file === undefined) return;
    const done = { say: t('import.done'), touches };
    if ((await act.run(importing(form.file, replace), done)) !== undefined) onClose();
  };
  const preview = form.reply?.result;
  const [subject, date] = members;
  return (
    <ImportDialog
      title={t(`import.new.${of}`)}
      hint={t(`import.${of}.hint`)}
      kind={kind}
      of={form}
      members={members}
      faults={preview?.verdicts.map(({ detail }) => detail) ?? []}
      act={act}
      onImport={() => void go()}
      onClose={onClose}
      fields={
        <CheckField
          label={t(`import.${of}.replace`)}
          checked={replace}
          onChange={({ target }) => setReplace(target.checked)}
        />
      }
    >
      {preview !== undefined && (
        <>
          <p className={preview.refused > 0 ? 'bad' : 'good'}>
            {t(`import.${of}.sum`, countsOf(preview))}
          </p>
          <VerdictTable
            rows={preview.verdicts}
            about={[
              [subject?.label ?? '', subjectOf],
              // An invalid date is shown as written in the file.
              [date?.label ?? '', (row) => (isSound(row) ? format.day(row.date) : row.date)],
            ]}
            isGood={isSound}
          />
        </>
      )}
    </ImportDialog>
  );
}

function countsOf({ rows, imported, replaced, unchanged, refused }: Preview<DatedRow>) {
  return { rows, imported, replaced, unchanged, refused };
}

const isSound = ({ verdict }: Verdict): boolean => verdict !== 'REFUSED';

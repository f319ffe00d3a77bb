// The dialog of every import: the file, how it is read, the column mapping and the preview.

import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import type { Act } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { FileColumns, type FileMember } from './file-columns.js';
import { FileField } from './file-field.js';
import { FileProblem } from './file-problem.js';
import { FileReading } from './file-reading.js';
import type { RowFileForm } from './row-file.js';
import { type ImportKind, SavedMappings } from './saved-mapping.js';
import { UnreadColumns } from './unread-columns.js';

const ROW_FILES = '.csv,.tsv,.txt,.xlsx,text/csv';
const MESSAGE_FILES = '.sta,.mt940,.940,.fin,.xml,.camt,.camt053';

interface ImportDialogProps {
  readonly title: string;
  /** A description of the file's format. */
  readonly hint: string;
  readonly kind: ImportKind;
  readonly of: RowFileForm<unknown>;
  readonly members: readonly FileMember[];
  /** The error of each row of the preview, if any. */
  readonly faults?: readonly (string | undefined)[];
  readonly act: Act;
  readonly onImport: () => void;
  readonly onClose: () => void;
  /** Actions offered if the whole file is refused. */
  readonly ifRefused?: ReactNode;
  /** Additional fields of the form. */
  readonly fields: ReactNode;
  readonly children: ReactNode;
}

export function ImportDialog(props: ImportDialogProps): ReactNode {
  const { title, hint, kind, of, act, onImport, onClose, fields } = props;
  const { t } = useSpeech();
  const isBank = kind === 'BANK_STATEMENT';
  return (
    <Dialog title={title} onClose={onClose} place="wide">
      <div className="stack">
        {fields}
        <FileField
          label={t(isBank ? 'import.file.bank' : 'import.file')}
          hint={hint}
          accept={isBank ? `${ROW_FILES},${MESSAGE_FILES}` : ROW_FILES}
          onChoose={of.choose}
        />
        <FilePart {...props} />
        <div className="actions end">
          <Button onPress={onClose}>{t('action.back')}</Button>
          <Button
            tone="primary"
            onPress={onImport}
            isPending={act.isPending}
            isDisabled={!of.isReady}
          >
            {t('journal.import.go')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** How the selected file is read, and its preview. */
function FilePart(props: ImportDialogProps): ReactNode {
  const { kind, of, members, faults = [], act, ifRefused, children } = props;
  const { file, reply, reading, columns, isMessage } = of;
  const unread = columns.flatMap(({ header, member }) => (member === undefined ? header : []));
  const error = act.error ?? of.error;
  return (
    <>
      {file !== undefined && !isMessage && (
        <FileReading
          stated={file.reading}
          used={reading}
          isRefused={Boolean(of.error)}
          onState={of.state}
        />
      )}
      <FileProblem error={error} of={of} members={members} faults={faults} />
      {ifRefused}
      <SavedMappings kind={kind} of={of} />
      <FileColumns
        columns={columns}
        members={members}
        isRead={reply !== undefined}
        onMap={of.map}
      />
      {reply !== undefined && (
        <div className="stack" aria-live="polite">
          <UnreadColumns columns={unread} />
          {children}
        </div>
      )}
    </>
  );
}

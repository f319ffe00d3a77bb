// The dialog of an import: file, column mapping and preview.

import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { Problem } from '../../component/problem.js';
import type { Act } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { FileColumns, type FileMember } from './file-columns.js';
import { FileField } from './file-field.js';
import type { Mapped } from './mapped-file.js';
import { UnreadColumns } from './unread-columns.js';

interface ImportDialogProps {
  readonly title: string;
  /** The format of the file. */
  readonly hint: string;
  readonly of: Mapped<unknown>;
  readonly members: readonly FileMember[];
  readonly act: Act;
  readonly onImport: () => void;
  readonly onClose: () => void;
  /** Further fields of the form. */
  readonly fields: ReactNode;
  readonly children: ReactNode;
}

export function ImportDialog(props: ImportDialogProps): ReactNode {
  const { title, hint, of, members, act, onImport, onClose, fields, children } = props;
  const { t } = useSpeech();
  const unread = of.columns.flatMap(({ header, member }) => (member === undefined ? header : []));
  return (
    <Dialog title={title} onClose={onClose} place="wide">
      <div className="stack">
        {fields}
        <FileField
          label={t('journal.import.file')}
          hint={hint}
          accept=".csv,text/csv"
          onChoose={of.choose}
        />
        <FileColumns columns={of.columns} members={members} onMap={of.map} />
        <Problem error={act.error ?? of.error} />
        {of.preview !== undefined && (
          <div className="stack" aria-live="polite">
            <UnreadColumns columns={unread} />
            {children}
          </div>
        )}
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

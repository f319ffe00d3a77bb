// Saves the invalid rows of a refused bank statement as a file, so that they can be corrected.

import { isProblem } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { refresh } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { notify, notifyProblem } from '../../lib/toast.js';
import type { Write } from '../../lib/write.js';
import { STATEMENT_TOUCHED } from './statement-touched.js';

/** Saves the error file of a refused import. */
export const saveStatementErrors = (id: number): Promise<unknown> =>
  saveFile('finance/bank-statement/import/errors/id/{id}', { path: { id } });

interface RefusedRowsProps {
  /** The server's refusal of the preview. */
  readonly error: Error | null | undefined;
  readonly importing: Write<unknown>;
}

/** Offers the invalid rows for download if the preview refused the file because of them. */
export function RefusedRows({ error, importing }: RefusedRowsProps): ReactNode {
  const { t } = useSpeech();
  const [isPending, setPending] = useState(false);
  if (!isProblem(error, 'BANK_STATEMENT_REFUSED')) return null;
  if (!error.errors.some(({ pointer }) => /\/\d+$/.test(pointer))) return null;
  // A preview stores nothing, so the import itself is sent. The server refuses it and stores its
  // invalid rows.
  const save = async () => {
    setPending(true);
    try {
      await importing.send();
      notify(t('import.done'));
    } catch (refusal) {
      const id = isProblem(refusal) ? refusal.body.importId : undefined;
      if (id === undefined) notifyProblem(refusal);
      else await saveStatementErrors(Number(id));
    } finally {
      setPending(false);
      void refresh(...STATEMENT_TOUCHED);
    }
  };
  return (
    <div className="actions">
      <Button small isPending={isPending} onPress={() => void save()}>
        {t('journal.import.errors')}
      </Button>
      <span className="faint">{t('import.refused.hint')}</span>
    </div>
  );
}

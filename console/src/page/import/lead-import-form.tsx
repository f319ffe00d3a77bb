// An import of leads: each row is judged before anything is captured.

import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { SelectField } from '../../component/field.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { asking } from '../../lib/asking.js';
import { useDryRun } from '../../lib/dry-run.js';
import { useSpeech } from '../../lib/language.js';
import { type ChosenFile, FileField } from './file-field.js';

const OFFICES_MOST = 100;
const SHOWN_MOST = 200;
const DUPLICATES = ['SKIP', 'CAPTURE'] as const;
const TOUCHED = ['crm/lead'];

interface Preview {
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly columns: readonly { readonly header: string; readonly member?: string }[];
  readonly verdicts: readonly Verdict[];
}

interface Verdict {
  readonly row: number;
  readonly verdict: string;
  readonly code?: string;
  readonly member?: string;
  readonly detail?: string;
}

const importing = (businessOfficeName: string, { name, text }: ChosenFile) =>
  asking('post', 'crm/lead/import', {
    query: { businessOfficeName, label: name },
    body: { csv: text },
  });

export function LeadImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [chosen, setOffice] = useState('');
  const [file, setFile] = useState<ChosenFile>();
  const [duplicates, setDuplicates] = useState<(typeof DUPLICATES)[number]>('SKIP');
  const offices = useRead('partner/businessoffice/list', { query: { s: OFFICES_MOST } });
  const office = chosen || (offices.data?.result[0]?.name ?? '');
  const trial = useDryRun(file && office !== '' ? importing(office, file) : undefined);
  const preview: Preview | undefined = file && Object(trial.data).result;
  const go = async () => {
    if (file === undefined) return;
    const read = await act.run(importing(office, file), { touches: TOUCHED });
    const { id }: { readonly id?: number } = Object(read);
    if (id === undefined) return;
    const committing = asking('put', 'crm/lead/import/commit/id/{id}', {
      path: { id },
      body: { duplicates },
    });
    const done = { say: t('import.done'), touches: TOUCHED };
    if ((await act.run(committing, done)) !== undefined) onClose();
  };
  return (
    <Dialog title={t('import.new.leads')} onClose={onClose} place="wide">
      <div className="stack">
        <SelectField
          label={t('order.office')}
          value={office}
          onChange={({ target }) => setOffice(target.value)}
        >
          {offices.data?.result.map(({ id, name, label }) => (
            <option key={id} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <FileField
          label={t('journal.import.file')}
          hint={t('import.leads.hint')}
          accept=".csv,text/csv"
          onChoose={setFile}
        />
        <SelectField
          label={t('import.duplicates')}
          value={duplicates}
          onChange={({ target }) =>
            setDuplicates(DUPLICATES.find((each) => each === target.value) ?? 'SKIP')
          }
        >
          {DUPLICATES.map((each) => (
            <option key={each} value={each}>
              {t(`import.duplicates.${each}`)}
            </option>
          ))}
        </SelectField>
        <Problem error={act.error ?? (file && trial.error)} />
        {preview !== undefined && <LeadPreview of={preview} />}
        <div className="actions end">
          <Button onPress={onClose}>{t('action.back')}</Button>
          <Button
            tone="primary"
            onPress={() => void go()}
            isPending={act.isPending}
            isDisabled={preview === undefined}
          >
            {t('journal.import.go')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function LeadPreview({ of }: { readonly of: Preview }): ReactNode {
  const { t, word } = useSpeech();
  const { rows, accepted, duplicates, refused } = of;
  const unread = of.columns.filter(({ member }) => member === undefined);
  // What has to be looked at comes first.
  const sorted = of.verdicts.toSorted((one, other) => other.verdict.localeCompare(one.verdict));
  return (
    <div className="stack" aria-live="polite">
      <p className={refused > 0 ? 'bad' : 'good'}>
        {t('import.leads.sum', { rows, accepted, duplicates, refused })}
      </p>
      {unread.length > 0 && (
        <p className="notice wait">
          {t('import.unread', { columns: unread.map(({ header }) => header).join(', ') })}
        </p>
      )}
      <table className="plain">
        <caption className="sr">{t('import.preview')}</caption>
        <tbody>
          {sorted.slice(0, SHOWN_MOST).map(({ row, verdict, code, member, detail }) => (
            <tr key={row}>
              <td className="end">{row}</td>
              <td className={verdict === 'ACCEPTED' ? 'good' : 'bad'}>{word(verdict)}</td>
              <td>{member}</td>
              <td>
                {code} {detail}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// An import of leads: each row is judged before anything is captured.

import { type ReactNode, useRef, useState } from 'react';
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
import { type FileColumn, LeadColumns, mappedAnew, saidOf, useMemberName } from './lead-columns.js';
import { UnreadColumns } from './unread-columns.js';

const OFFICES_MOST = 100;
const SHOWN_MOST = 200;
const DUPLICATES = ['SKIP', 'CAPTURE'] as const;
const TOUCHED = ['crm/lead'];

interface Preview {
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly columns: readonly FileColumn[];
  readonly verdicts: readonly Verdict[];
}

interface Verdict {
  readonly row: number;
  readonly verdict: string;
  readonly code?: string;
  readonly member?: string;
  readonly detail?: string;
}

interface LeadFile extends ChosenFile {
  /** What was said of its columns; the others go by their usual names. */
  readonly mapping: readonly FileColumn[];
}

const importing = (businessOfficeName: string, { name, text, mapping }: LeadFile) =>
  asking('post', 'crm/lead/import', {
    query: { businessOfficeName, label: name },
    body: { csv: text, mapping: mapping.map(({ header, member = '' }) => ({ header, member })) },
  });

type Duplicates = (typeof DUPLICATES)[number];

export function LeadImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const offices = useOffices();
  const [file, setFile] = useState<LeadFile>();
  const [duplicates, setDuplicates] = useState<Duplicates>('SKIP');
  const { office } = offices;
  const trial = useDryRun(file && office !== '' ? importing(office, file) : undefined);
  const preview: Preview | undefined = file && Object(trial.data).result;
  // A mapping that is refused has no preview; its columns stay, to be put right.
  const columns = useRef<readonly FileColumn[]>([]);
  if (preview !== undefined) columns.current = preview.columns;
  const go = async () => {
    if (file === undefined) return;
    const read = await act.run(importing(office, file), { touches: TOUCHED });
    const { id }: { readonly id?: number } = Object(read);
    if (id === undefined) return;
    const done = { say: t('import.done'), touches: TOUCHED };
    if ((await act.run(committing(id, duplicates), done)) !== undefined) onClose();
  };
  return (
    <Dialog title={t('import.new.leads')} onClose={onClose} place="wide">
      <div className="stack">
        <OfficeField of={offices} />
        <FileField
          label={t('journal.import.file')}
          hint={t('import.leads.hint')}
          accept=".csv,text/csv"
          onChoose={(next) => {
            columns.current = [];
            setFile(next && { ...next, mapping: [] });
          }}
        />
        <DuplicatesField value={duplicates} onChange={setDuplicates} />
        {file !== undefined && columns.current.length > 0 && (
          <LeadColumns
            columns={saidOf(columns.current, file.mapping)}
            onMap={(said) => setFile({ ...file, mapping: mappedAnew(file.mapping, said) })}
          />
        )}
        <Problem error={act.error ?? (file && trial.error)} />
        {preview !== undefined && !trial.error && <LeadPreview of={preview} />}
        <div className="actions end">
          <Button onPress={onClose}>{t('action.back')}</Button>
          <Button
            tone="primary"
            onPress={() => void go()}
            isPending={act.isPending}
            isDisabled={preview === undefined || trial.error !== null}
          >
            {t('journal.import.go')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const committing = (id: number, duplicates: Duplicates) =>
  asking('put', 'crm/lead/import/commit/id/{id}', { path: { id }, body: { duplicates } });

/** The offices to choose from; the first one until another is chosen. */
function useOffices() {
  const [chosen, choose] = useState('');
  const { data } = useRead('partner/businessoffice/list', { query: { s: OFFICES_MOST } });
  const offices = data?.result ?? [];
  return { offices, office: chosen || (offices[0]?.name ?? ''), choose };
}

function OfficeField({ of }: { readonly of: ReturnType<typeof useOffices> }): ReactNode {
  const { t } = useSpeech();
  return (
    <SelectField
      label={t('order.office')}
      value={of.office}
      onChange={({ target }) => of.choose(target.value)}
    >
      {of.offices.map(({ id, name, label }) => (
        <option key={id} value={name}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

interface DuplicatesProps {
  readonly value: Duplicates;
  readonly onChange: (value: Duplicates) => void;
}

function DuplicatesField({ value, onChange }: DuplicatesProps): ReactNode {
  const { t } = useSpeech();
  return (
    <SelectField
      label={t('import.duplicates')}
      value={value}
      onChange={({ target }) =>
        onChange(DUPLICATES.find((each) => each === target.value) ?? 'SKIP')
      }
    >
      {DUPLICATES.map((each) => (
        <option key={each} value={each}>
          {t(`import.duplicates.${each}`)}
        </option>
      ))}
    </SelectField>
  );
}

function LeadPreview({ of }: { readonly of: Preview }): ReactNode {
  const { t, word } = useSpeech();
  const { rows, accepted, duplicates, refused } = of;
  const nameOf = useMemberName();
  // What has to be looked at comes first.
  const sorted = of.verdicts.toSorted((one, other) => other.verdict.localeCompare(one.verdict));
  return (
    <div className="stack" aria-live="polite">
      <p className={refused > 0 ? 'bad' : 'good'}>
        {t('import.leads.sum', { rows, accepted, duplicates, refused })}
      </p>
      <UnreadColumns
        columns={of.columns.flatMap(({ header, member }) => (member === undefined ? header : []))}
      />
      <table className="plain">
        <caption className="sr">{t('import.preview')}</caption>
        <thead>
          <tr>
            <th className="end">{t('import.row')}</th>
            <th>{t('order.status')}</th>
            <th>{t('import.column.one')}</th>
            <th>{t('field.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN_MOST).map(({ row, verdict, code, member, detail }) => (
            <tr key={row}>
              <td className="end">{row}</td>
              <td className={verdict === 'ACCEPTED' ? 'good' : 'bad'}>{word(verdict)}</td>
              <td>{nameOf(member)}</td>
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

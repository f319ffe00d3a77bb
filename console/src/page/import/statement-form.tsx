// An import of a bank statement. A preview shows its lines before anything is stored.

import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { SelectField } from '../../component/field.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useDryRun } from '../../lib/dry-run.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { BankAccountField } from './bank-account-field.js';
import { type ChosenFile, FileField } from './file-field.js';
import {
  COLUMNS,
  DATE_FORMATS,
  guessedColumns,
  headersOf,
  importOf,
  kindOf,
  type StatementValues,
} from './statement-file.js';

const SHOWN_MAX = 200;

const EMPTY: StatementValues = {
  contraAcctName: '',
  dateFormat: 'YYYY-MM-DD',
  columns: guessedColumns([]),
};

export function StatementForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [file, setFile] = useState<ChosenFile>();
  const [values, setValues] = useState(EMPTY);
  const importing = importOf(file, values);
  const trial = useDryRun(importing);
  const choose = (next: ChosenFile | undefined) => {
    setFile(next);
    if (next === undefined) return;
    setValues((now) => ({ ...now, columns: guessedColumns(headersOf(next)) }));
  };
  const go = async () => {
    if (importing === undefined) return;
    const done = { say: t('import.done'), touches: ['finance/bank-statement', 'finance/cash'] };
    if ((await act.run(importing, done)) !== undefined) onClose();
  };
  const set = (change: Partial<StatementValues>) => setValues({ ...values, ...change });
  return (
    <Dialog title={t('import.new.statements')} onClose={onClose} place="wide">
      <div className="stack">
        <BankAccountField onChoose={(contraAcctName) => set({ contraAcctName })} autoFocus />
        <FileField
          label={t('import.file')}
          hint={t('import.statements.hint')}
          accept=".csv,.txt,.sta,.mt940,.xml"
          onChoose={choose}
        />
        {file !== undefined && kindOf(file) === 'csv' && (
          <ColumnFields headers={headersOf(file)} values={values} onChange={set} />
        )}
        <Problem error={act.error ?? (importing && trial.error)} />
        {importing !== undefined && !trial.error && <StatementPreview reply={trial.data} />}
        <div className="actions end">
          <Button onPress={onClose}>{t('action.back')}</Button>
          <Button
            tone="primary"
            onPress={() => void go()}
            isPending={act.isPending}
            isDisabled={importing === undefined || trial.error !== null}
          >
            {t('journal.import.go')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ColumnFieldsProps {
  readonly headers: readonly string[];
  readonly values: StatementValues;
  readonly onChange: (change: Partial<StatementValues>) => void;
}

function ColumnFields({ headers, values, onChange }: ColumnFieldsProps): ReactNode {
  const { t } = useSpeech();
  const { columns, dateFormat } = values;
  return (
    <fieldset className="fields">
      <legend>{t('import.columns')}</legend>
      {COLUMNS.map((name) => (
        <SelectField
          key={name}
          label={t(`import.column.${name}`)}
          value={columns[name]}
          onChange={({ target }) => onChange({ columns: { ...columns, [name]: target.value } })}
        >
          <option value="">{t('import.column.none')}</option>
          {headers.map((header) => (
            <option key={header} value={header}>
              {header}
            </option>
          ))}
        </SelectField>
      ))}
      <SelectField
        label={t('import.date-format')}
        value={dateFormat}
        onChange={({ target }) =>
          onChange({ dateFormat: DATE_FORMATS.find((each) => each === target.value) ?? dateFormat })
        }
      >
        {DATE_FORMATS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
    </fieldset>
  );
}

interface ReadStatement {
  readonly result?: {
    readonly currency: string;
    readonly lineCount: number;
    readonly doubledCount: number;
    readonly matchedCount: number;
  };
  readonly lines?: readonly {
    readonly lineNo: number;
    readonly bookedOn: string;
    readonly amount: number;
    readonly reference?: string;
    readonly description?: string;
  }[];
}

function StatementPreview({ reply }: { readonly reply: unknown }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { result, lines = [] }: ReadStatement = Object(reply);
  if (result === undefined) return null;
  const { lineCount, doubledCount, matchedCount, currency } = result;
  return (
    <div className="stack" aria-live="polite">
      <p>{t('import.statements.sum', { lineCount, doubledCount, matchedCount })}</p>
      <table className="plain">
        <caption className="sr">{t('import.preview')}</caption>
        <thead>
          <tr>
            <th>{t('ledger.date')}</th>
            <th className="end">{`${t('cash.amount')} (${currency})`}</th>
            <th>{t('import.column.reference')}</th>
            <th>{t('cash.description')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, SHOWN_MAX).map(({ lineNo, bookedOn, amount, reference, description }) => (
            <tr key={lineNo}>
              <td>{format.day(bookedOn)}</td>
              <td className="end">{format.amount(amount)}</td>
              <td>{reference}</td>
              <td>{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

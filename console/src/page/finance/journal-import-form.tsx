// An import of journals: the file is judged row by row before anything is kept.

import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { SelectField } from '../../component/field.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { type Asking, asking } from '../../lib/asking.js';
import { useSpeech } from '../../lib/language.js';
import { UnreadColumns, unreadIn } from '../import/unread-columns.js';

const OFFICES_MOST = 100;
const SHOWN_MOST = 200;

interface Verdict {
  readonly row: number;
  readonly journal: string;
  readonly account?: string;
  readonly verdict: string;
  readonly code?: string;
  readonly detail?: string;
}

interface Preview {
  readonly rows: number;
  readonly refused: number;
  readonly journals: number;
  readonly verdicts: readonly Verdict[];
}

interface Chosen {
  readonly label: string;
  readonly csv: string;
}

export function ImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [office, setOffice] = useState('');
  const [file, setFile] = useState<Chosen>();
  const [preview, setPreview] = useState<Preview>();
  const [unread, setUnread] = useState<readonly string[]>([]);
  const offices = useRead('partner/businessoffice/list', { query: { s: OFFICES_MOST } });
  const name = office || (offices.data?.result[0]?.name ?? '');
  const look = async (next: Chosen | undefined, of = name) => {
    setFile(next);
    setPreview(undefined);
    if (next === undefined || of === '') return;
    const { request, send } = importing(of, next);
    const trying: Asking<unknown> = { request, send: () => send({ dryRun: true }) };
    const reply = await act.run(trying, { touches: [] });
    if (reply === undefined) return;
    setPreview(Object(reply).result);
    setUnread(unreadIn(reply));
  };
  const go = async () => {
    if (file === undefined) return;
    const done = { say: t('journal.import.made'), touches: ['finance/journal'] };
    if ((await act.run(importing(name, file), done)) !== undefined) onClose();
  };
  return (
    <Dialog title={t('journal.import')} onClose={onClose} place="wide">
      <div className="stack">
        <SelectField
          label={t('order.office')}
          value={name}
          onChange={({ target }) => {
            setOffice(target.value);
            void look(file, target.value);
          }}
        >
          {offices.data?.result.map((each) => (
            <option key={each.id} value={each.name}>
              {each.label}
            </option>
          ))}
        </SelectField>
        <label className="field">
          <span className="label">{t('journal.import.file')}</span>
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => void chosenOf(target.files).then((next) => look(next))}
          />
          <span className="hint">{t('journal.import.hint')}</span>
        </label>
        <Problem error={act.error} />
        {preview !== undefined && <UnreadColumns columns={unread} />}
        {preview !== undefined && <Verdicts of={preview} />}
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

const importing = (businessOfficeName: string, { label, csv }: Chosen) =>
  asking('post', 'finance/journal/import', { query: { businessOfficeName, label }, body: { csv } });

async function chosenOf(files: FileList | null): Promise<Chosen | undefined> {
  const file = files?.[0];
  return file === undefined ? undefined : { label: file.name, csv: await file.text() };
}

function Verdicts({ of }: { readonly of: Preview }): ReactNode {
  const { t, word } = useSpeech();
  const { rows, refused, journals } = of;
  // Refused rows come first: they are what has to be mended.
  const sorted = of.verdicts.toSorted((one, other) => other.verdict.localeCompare(one.verdict));
  return (
    <div className="stack" aria-live="polite">
      <p className={refused > 0 ? 'bad' : 'good'}>
        {t('journal.import.sum', { rows, refused, journals })}
      </p>
      <table className="plain">
        <caption className="sr">{t('import.preview')}</caption>
        <thead>
          <tr>
            <th className="end">{t('import.row')}</th>
            <th>{t('journal.reference')}</th>
            <th>{t('ledger.account')}</th>
            <th>{t('order.status')}</th>
            <th>{t('field.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN_MOST).map(({ row, journal, account, verdict, code, detail }) => (
            <tr key={row}>
              <td className="end">{row}</td>
              <th scope="row">{journal}</th>
              <td>{account}</td>
              <td className={verdict === 'REFUSED' ? 'bad' : 'good'}>{word(verdict)}</td>
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

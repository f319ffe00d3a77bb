// A journal by hand: its lines, and what is missing between debits and credits while it is written.

import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Control, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { faultOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { asking } from '../../lib/asking.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';

const DRAFT = 'journal';
const CODES_MOST = 500;
const OFFICES_MOST = 100;
const MINOR = 100;

const LINE = { code: '', debit: '', credit: '' };
type LineValues = typeof LINE;

interface JournalValues {
  readonly office: string;
  readonly currency: string;
  readonly narration: string;
  readonly transactionDate: string;
  readonly reference: string;
  readonly lines: readonly LineValues[];
}

const EMPTY: JournalValues = {
  office: '',
  currency: 'NGN',
  narration: '',
  transactionDate: '',
  reference: '',
  lines: [LINE, LINE],
};

/** What is empty is left to the server. */
const creating = (values: JournalValues) => {
  const { office, currency, narration, transactionDate, reference, lines } = values;
  return asking('post', 'finance/journal/create', {
    body: {
      businessOfficeName: office,
      narration,
      ...(transactionDate === '' ? {} : { transactionDate }),
      ...(reference === '' ? {} : { reference }),
      lines: lines.map(({ code, debit, credit }) => ({
        code,
        currency,
        ...(debit === '' ? {} : { debitAmount: debit }),
        ...(credit === '' ? {} : { creditAmount: credit }),
      })),
    },
  });
};

export function JournalForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const form = useForm<JournalValues>({ defaultValues: draftOf(DRAFT, EMPTY) });
  useDraft(DRAFT, form);
  const submit = form.handleSubmit(async (values) => {
    const done = { say: t('journal.made'), touches: ['finance/journal'] };
    if ((await act.run(creating(values), done)) === undefined) return;
    dropDraft(DRAFT);
    onClose();
  });
  return (
    <Dialog title={t('journal.new')} onClose={onClose} place="wide">
      <Form onSubmit={submit}>
        <TextField
          label={t('cash.description')}
          autoFocus
          fault={faultOf(act.error, 'narration')}
          {...form.register('narration')}
        />
        <div className="form two">
          <TextField
            label={t('ledger.date')}
            type="date"
            fault={faultOf(act.error, 'transactionDate')}
            {...form.register('transactionDate')}
          />
          <TextField
            label={t('journal.reference')}
            fault={faultOf(act.error, 'reference')}
            {...form.register('reference')}
          />
        </div>
        <div className="form two">
          <OfficeField control={form.control} fault={faultOf(act.error, 'businessOfficeName')} />
          <TextField label={t('journal.currency')} {...form.register('currency')} />
        </div>
        <LineFields control={form.control} />
        <Problem error={act.error} shown={['narration', 'transactionDate', 'reference']} />
        <div className="actions end">
          <Balance control={form.control} />
          <span className="space" />
          <CurlButton asking={() => creating(form.getValues())} />
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('action.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface ControlProps {
  readonly control: Control<JournalValues>;
}

function OfficeField(props: ControlProps & { readonly fault: string | undefined }): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('partner/businessoffice/list', { query: { s: OFFICES_MOST } });
  return (
    <SelectField
      label={t('order.office')}
      fault={props.fault}
      {...props.control.register('office')}
    >
      <option value="" />
      {data?.result.map(({ id, name, label }) => (
        <option key={id} value={name}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function LineFields({ control }: ControlProps): ReactNode {
  const { t } = useSpeech();
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' });
  const codes = useRead('finance/ledger-code/list', { query: { s: CODES_MOST } });
  // A control account takes no journal by hand but where its code permits it.
  const offered = (codes.data?.result ?? []).filter(
    ({ active, control: isControl, byHand, family }) => active && !family && (byHand || !isControl),
  );
  const cell = (index: number, member: keyof LineValues, label: string) => ({
    'aria-label': `${label} ${index + 1}`,
    ...control.register(`lines.${index}.${member}`),
  });
  return (
    <table className="plain journal-form">
      <thead>
        <tr>
          <th>{t('ledger.account')}</th>
          <th className="end">{t('journal.debit')}</th>
          <th className="end">{t('journal.credit')}</th>
          <th>
            <Button small onPress={() => append(LINE)} label={t('journal.line.add')}>
              <Plus aria-hidden />
            </Button>
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ id }, index) => (
          <tr key={id}>
            <td>
              <select className="input" {...cell(index, 'code', t('ledger.account'))}>
                <option value="" />
                {offered.map(({ name: code, label }) => (
                  <option key={code} value={code}>
                    {`${code} ${label}`}
                  </option>
                ))}
              </select>
            </td>
            <td>
              <input
                className="input figure"
                inputMode="decimal"
                {...cell(index, 'debit', t('journal.debit'))}
              />
            </td>
            <td>
              <input
                className="input figure"
                inputMode="decimal"
                {...cell(index, 'credit', t('journal.credit'))}
              />
            </td>
            <td>
              <Button
                small
                tone="quiet"
                label={t('journal.line.remove', { line: index + 1 })}
                isDisabled={fields.length <= EMPTY.lines.length}
                onPress={() => remove(index)}
              >
                <X aria-hidden />
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is typed, in the minor unit; what is no number counts nothing until it is one. */
const minorOf = (text: string): number => {
  const value = Math.round(Number(text.replaceAll(',', '')) * MINOR);
  return Number.isSafeInteger(value) ? value : 0;
};

/** A help for the eye: the server has the last word, in each currency. */
function Balance({ control }: ControlProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const lines = useWatch({ control, name: 'lines' });
  const debit = lines.reduce((sum, line) => sum + minorOf(line.debit), 0);
  const credit = lines.reduce((sum, line) => sum + minorOf(line.credit), 0);
  const balances = debit === credit && debit > 0;
  return (
    <span className={balances ? 'good' : 'wait'} aria-live="polite">
      {balances
        ? t('journal.balances', { amount: format.amount(debit / MINOR) })
        : t('journal.open', { amount: format.amount((debit - credit) / MINOR) })}
    </span>
  );
}

// The form for a manual journal, with its lines and the difference between debits and credits.

import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type Control, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { FormAmountCell } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { FormDateField } from '../../component/date-field.js';
import { Dialog } from '../../component/dialog.js';
import { SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { sumOf } from '../../lib/sum.js';
import { write } from '../../lib/write.js';

const DRAFT = 'journal';
const CODES_MAX = 500;
const OFFICES_MAX = 100;
/** Matches an amount that the API accepts, with no more digits than it stores exactly. */
const AMOUNT = /^\d{1,15}(\.\d{1,4})?$/;

const LINE = { code: '', debit: '', credit: '' };
type LineValues = typeof LINE;
/** The API's names for the fields of a line. */
const MEMBERS = { code: 'code', debit: 'debitAmount', credit: 'creditAmount' } as const;
const memberOf = (index: number, member: string): string => `lines/${index}/${member}`;

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

/** Omits empty fields, so that the server applies its defaults. */
const creating = (values: JournalValues) => {
  const { office, currency, narration, transactionDate, reference, lines } = values;
  return write('post', 'finance/journal/create', {
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
          fieldError={fieldErrorOf(act.error, 'narration')}
          {...form.register('narration')}
        />
        <div className="form two">
          <FormDateField
            label={t('ledger.date')}
            fieldError={fieldErrorOf(act.error, 'transactionDate')}
            control={form.control}
            name="transactionDate"
            warnsOfClosed={{}}
          />
          <TextField
            label={t('journal.reference')}
            fieldError={fieldErrorOf(act.error, 'reference')}
            {...form.register('reference')}
          />
        </div>
        <div className="form two">
          <OfficeField
            control={form.control}
            fieldError={fieldErrorOf(act.error, 'businessOfficeName')}
          />
          <TextField
            label={t('journal.currency')}
            fieldError={fieldErrorOf(act.error, 'lines/0/currency')}
            {...form.register('currency')}
          />
        </div>
        <LineFields control={form.control} error={act.error} />
        <Problem error={act.error} shown={shownErrors(form.getValues().lines)} />
        <div className="actions end">
          <Balance control={form.control} />
          <span className="space" />
          <CurlButton write={() => creating(form.getValues())} />
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('action.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The names of fields that show their own errors. */
function shownErrors(lines: readonly LineValues[]): readonly string[] {
  const head = ['narration', 'transactionDate', 'reference', 'businessOfficeName'];
  const ofLines = lines.flatMap((_, index) =>
    Object.values(MEMBERS).map((member) => memberOf(index, member)),
  );
  return [...head, 'lines/0/currency', ...ofLines];
}

interface ControlProps {
  readonly control: Control<JournalValues>;
}

function OfficeField(props: ControlProps & { readonly fieldError: string | undefined }): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('partner/businessoffice/list', { query: { s: OFFICES_MAX } });
  return (
    <SelectField
      label={t('order.office')}
      fieldError={props.fieldError}
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

interface LineProps extends ControlProps {
  readonly error: unknown;
}

function LineFields({ control, error }: LineProps): ReactNode {
  const { t } = useSpeech();
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' });
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
            <LineCells control={control} error={error} index={index} />
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

function LineCells({ control, error, index }: LineProps & { readonly index: number }): ReactNode {
  const { t } = useSpeech();
  const note = useId();
  const codes = useRead('finance/ledger-code/list', { query: { s: CODES_MAX } });
  // A control account accepts manual journals only if its account code permits them.
  const offered = (codes.data?.result ?? []).filter(
    ({ active, control: isControl, byHand, family }) => active && !family && (byHand || !isControl),
  );
  const faultIn = (member: keyof LineValues) =>
    fieldErrorOf(error, memberOf(index, MEMBERS[member]));
  const field = (member: keyof LineValues, label: string) => ({
    'aria-label': `${label} ${index + 1}`,
    'aria-invalid': faultIn(member) !== undefined,
    'aria-describedby': `${note}-${member}`,
    ...control.register(`lines.${index}.${member}`),
  });
  const fieldError = (member: keyof LineValues) => (
    <span id={`${note}-${member}`} className="fault">
      {faultIn(member)}
    </span>
  );
  const amount = (member: 'debit' | 'credit') => (
    <td>
      <FormAmountCell
        control={control}
        name={`lines.${index}.${member}`}
        aria-label={`${t(`journal.${member}`)} ${index + 1}`}
        fieldError={faultIn(member)}
      />
    </td>
  );
  return (
    <>
      <td>
        <select className="input" {...field('code', t('ledger.account'))}>
          <option value="" />
          {offered.map(({ name: code, label }) => (
            <option key={code} value={code}>
              {`${code} ${label}`}
            </option>
          ))}
        </select>
        {fieldError('code')}
      </td>
      {amount('debit')}
      {amount('credit')}
    </>
  );
}

/** The entered amount, or zero if it is not valid. */
function readAmount(text: string): number {
  return AMOUNT.test(text) ? Number(text) : 0;
}

/** Only a preview. The server checks the balance in each currency. */
function Balance({ control }: ControlProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const lines = useWatch({ control, name: 'lines' });
  const debits = lines.map(({ debit }) => readAmount(debit));
  const credits = lines.map(({ credit }) => readAmount(credit));
  const debit = sumOf(debits);
  const balances = debit === sumOf(credits) && debits.some((amount) => amount > 0);
  const between = sumOf([...debits, ...credits.map((amount) => -amount)]);
  return (
    <span className={balances ? 'good' : 'wait'} aria-live="polite">
      {balances
        ? t('journal.balances', { amount: format.amount(debit) })
        : t('journal.open', { amount: format.amount(between) })}
    </span>
  );
}

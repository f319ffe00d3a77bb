// A customer's new cash transaction. It is posted immediately if it needs no approval.

import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { FormAmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { ChoiceField } from '../../component/choice-field.js';
import { FormDateField } from '../../component/date-field.js';
import { Dialog } from '../../component/dialog.js';
import { LongTextField, Segment, SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { type ListOf, useRead, useShaped } from '../../lib/api.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { write } from '../../lib/write.js';
import type { CustomerProps } from './record.js';

const TYPES = ['RECEIPT', 'PAYMENT', 'TRANSFER'] as const;
const METHODS = ['BANK_TRANSFER', 'CASH', 'CHEQUE', 'CARD', 'DIRECT_DEBIT', 'ECHANNEL'] as const;
const TOUCHED = ['finance/', 'partner/customer', 'partner/portfolio'];
const FOUND_MAX = 8;
/** The names of fields that show their own errors. */
const SHOWN = ['amount', 'valueDate', 'reference', 'counterPartyCashAccount'];

interface CashValues {
  readonly transType: (typeof TYPES)[number];
  readonly transMethod: (typeof METHODS)[number];
  /** The name of the customer's account. Empty for the default account. */
  readonly account: string;
  /** The name of the customer who receives the transfer. */
  readonly receiver: string;
  readonly amount: string;
  readonly valueDate: string;
  readonly reference: string;
  readonly description: string;
}

const EMPTY: CashValues = {
  transType: 'RECEIPT',
  transMethod: 'BANK_TRANSFER',
  account: '',
  receiver: '',
  amount: '',
  valueDate: '',
  reference: '',
  description: '',
};

interface CashFormProps extends CustomerProps {
  readonly onClose: () => void;
}

/** The next step for a transaction that needs no approval. */
interface Made {
  readonly id: number;
  readonly amount: number;
  readonly currency?: string;
}

/** Omits empty fields, so that the server applies its defaults. */
function creating(values: CashValues, partnerName: string | undefined) {
  const { account, receiver, valueDate, reference, ...common } = values;
  return write('post', 'finance/cash-transaction/create', {
    body: {
      ...common,
      ...(partnerName === undefined ? {} : { partnerName }),
      ...(account === '' ? {} : { cashAccountName: account }),
      ...(values.transType === 'TRANSFER' ? { counterPartyCashAccount: receiver } : {}),
      ...(valueDate === '' ? {} : { valueDate }),
      ...(reference === '' ? {} : { reference }),
    },
  });
}

export function CashForm({ customer, onClose }: CashFormProps): ReactNode {
  const { t } = useSpeech();
  const draft = `cash-${customer.id}`;
  const act = useAct();
  const mayPost = useMay('finance.cash-transaction.post');
  const [made, setMade] = useState<Made>();
  const form = useForm<CashValues>({ defaultValues: draftOf(draft, EMPTY) });
  useDraft(draft, form);
  const submit = form.handleSubmit(async (values) => {
    const done = { say: t('cash.made'), touches: TOUCHED };
    const reply = await act.run(creating(values, customer.name), done);
    if (reply === undefined) return;
    dropDraft(draft);
    const { id = 0, transState, amount = 0, currency } = Object(reply.result);
    if (transState === 'APPROVED' && mayPost) setMade({ id, amount, currency });
    else onClose();
  });
  return (
    <Dialog title={`${t('cash.new')}: ${customer.label}`} onClose={onClose} place="side">
      {made !== undefined ? (
        <PostNow made={made} currency={made.currency} onClose={onClose} />
      ) : (
        <Form onSubmit={submit}>
          <CashFields customer={customer} form={form} error={act.error} />
          <Problem error={act.error} shown={SHOWN} />
          <div className="actions end">
            <CurlButton write={() => creating(form.getValues(), customer.name)} />
            <Button tone="primary" type="submit" isPending={act.isPending}>
              {t('cash.create')}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}

interface FieldsProps extends CustomerProps {
  readonly form: UseFormReturn<CashValues>;
  readonly error: unknown;
}

function CashFields({ customer, form, error }: FieldsProps): ReactNode {
  const { t, word } = useSpeech();
  const { register, control } = form;
  const [transType, account] = useWatch({ control, name: ['transType', 'account'] });
  const { data } = useShaped<ListOf<OwnAccount>>('finance/account/customer/id/{c}', {
    path: { c: idOf(customer) },
  });
  const accounts = data?.result ?? [];
  const chosen = accounts.find(({ name }) => name === account);
  const currency = chosen?.currency ?? customer.currency ?? '';
  return (
    <>
      <Segment
        legend={t('cash.kind')}
        options={TYPES.map((value) => ({ value, label: word(value) }))}
        {...register('transType')}
      />
      {accounts.length > 1 && (
        <SelectField label={t('cash.account')} {...register('account')}>
          {accounts.map(({ name, currency: of }) => (
            <option key={name} value={name === customer.cashAcct ? '' : name}>
              {`${of} ${name}`}
            </option>
          ))}
        </SelectField>
      )}
      {transType === 'TRANSFER' && (
        <ReceiverField
          first={form.getValues('receiver')}
          fieldError={fieldErrorOf(error, 'counterPartyCashAccount')}
          onChoose={(name) => form.setValue('receiver', name)}
        />
      )}
      <FormAmountField
        label={`${t('cash.amount')} (${currency})`}
        autoFocus
        fieldError={fieldErrorOf(error, 'amount')}
        control={form.control}
        name="amount"
        currency={currency}
        required
      />
      <SelectField label={t('cash.method')} {...register('transMethod')}>
        {METHODS.map((method) => (
          <option key={method} value={method}>
            {word(method)}
          </option>
        ))}
      </SelectField>
      <Details form={form} error={error} />
    </>
  );
}

function Details({ form, error }: Omit<FieldsProps, 'customer'>): ReactNode {
  const { t } = useSpeech();
  return (
    <>
      <FormDateField
        label={t('ledger.value-date')}
        fieldError={fieldErrorOf(error, 'valueDate')}
        control={form.control}
        name="valueDate"
        warnsOfClosed={{}}
      />
      <TextField
        label={t('import.column.reference')}
        fieldError={fieldErrorOf(error, 'reference')}
        {...form.register('reference')}
      />
      <LongTextField label={t('cash.description')} {...form.register('description')} />
    </>
  );
}

interface OwnAccount {
  readonly name: string;
  readonly currency: string;
}

interface ReceiverProps {
  readonly first: string;
  readonly fieldError: string | undefined;
  readonly onChoose: (name: string) => void;
}

/** The recipient of a transfer: another customer, or the same one in another currency. */
function ReceiverField({ first, fieldError, onChoose }: ReceiverProps): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState('');
  const search = text.trim();
  const { data, isPlaceholderData } = useRead('finance/account/list', {
    query: { acctType: 'CUSTOMER_CASH', search, s: FOUND_MAX },
    enabled: search.length > 1,
  });
  const choices = (data?.result ?? []).map(({ name, label, currency }) => ({
    key: name,
    label: label ?? name,
    aside: `${currency} ${name}`,
  }));
  return (
    <ChoiceField
      label={t('cash.receiver')}
      first={first}
      choices={choices}
      isSearching={isPlaceholderData}
      onSearch={setText}
      onChoose={(choice) => onChoose(choice?.key ?? '')}
      fieldError={fieldError}
    />
  );
}

function PostNow(props: {
  readonly made: Made;
  readonly currency: string | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const act = useAct();
  const posting = () =>
    write('put', 'finance/cash-transaction/post/id/{id}', { path: { id: props.made.id } });
  const post = async () => {
    const done = { say: t('cash.posted'), touches: TOUCHED };
    if ((await act.run(posting(), done)) !== undefined) props.onClose();
  };
  return (
    <div className="stack">
      <p>{t('cash.post.question', { amount: format.amount(props.made.amount, props.currency) })}</p>
      <Problem error={act.error} />
      <div className="actions end">
        <CurlButton write={posting} />
        <Button onPress={props.onClose}>{t('cash.post.later')}</Button>
        <Button tone="primary" onPress={post} isPending={act.isPending} autoFocus>
          {t('cash.post')}
        </Button>
      </div>
    </div>
  );
}

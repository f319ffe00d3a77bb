// Money in or out for one customer: created, and posted at once where nobody else has to agree.

import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { LongTextField, Segment, SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { faultOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { asking } from '../../lib/asking.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import type { CustomerProps } from './customer.js';

const TYPES = ['RECEIPT', 'PAYMENT'] as const;
const METHODS = ['BANK_TRANSFER', 'CASH', 'CHEQUE', 'CARD', 'DIRECT_DEBIT', 'ECHANNEL'] as const;
const TOUCHED = ['finance/', 'partner/customer', 'partner/portfolio'];

interface CashValues {
  readonly transType: (typeof TYPES)[number];
  readonly transMethod: (typeof METHODS)[number];
  readonly amount: string;
  readonly description: string;
}

const EMPTY: CashValues = {
  transType: 'RECEIPT',
  transMethod: 'BANK_TRANSFER',
  amount: '',
  description: '',
};

interface CashFormProps extends CustomerProps {
  readonly onClose: () => void;
}

/** What is left to do with one that was made: nobody else has to agree to it. */
interface Made {
  readonly id: number;
  readonly amount: number;
}

export function CashForm({ customer, onClose }: CashFormProps): ReactNode {
  const { t, word } = useSpeech();
  const draft = `cash-${customer.id}`;
  const act = useAct();
  const mayPost = useMay('finance.cash-transaction.post');
  const [made, setMade] = useState<Made>();
  const form = useForm<CashValues>({ defaultValues: draftOf(draft, EMPTY) });
  useDraft(draft, form);
  const creating = (values: CashValues) =>
    asking('post', 'finance/cash-transaction/create', {
      body: { ...values, partnerName: customer.name },
    });
  const submit = form.handleSubmit(async (values) => {
    const reply = await act.run(creating(values), { say: t('cash.made'), touches: TOUCHED });
    if (reply === undefined) return;
    dropDraft(draft);
    const { id = 0, transState, amount = 0 } = Object(reply.result);
    if (transState === 'APPROVED' && mayPost) setMade({ id, amount });
    else onClose();
  });
  return (
    <Dialog title={`${t('cash.new')}: ${customer.label}`} onClose={onClose} place="side">
      {made !== undefined ? (
        <PostNow made={made} currency={customer.currency} onClose={onClose} />
      ) : (
        <Form onSubmit={submit}>
          <Segment
            legend={t('cash.kind')}
            options={TYPES.map((value) => ({ value, label: word(value) }))}
            {...form.register('transType')}
          />
          <TextField
            label={`${t('cash.amount')} (${customer.currency ?? ''})`}
            figure
            autoFocus
            fault={faultOf(act.error, 'amount')}
            {...form.register('amount')}
          />
          <SelectField label={t('cash.method')} {...form.register('transMethod')}>
            {METHODS.map((method) => (
              <option key={method} value={method}>
                {word(method)}
              </option>
            ))}
          </SelectField>
          <LongTextField label={t('cash.description')} {...form.register('description')} />
          <Problem error={act.error} shown={['amount']} />
          <div className="actions end">
            <CurlButton asking={() => creating(form.getValues())} />
            <Button tone="primary" type="submit" isPending={act.isPending}>
              {t('cash.create')}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
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
    asking('put', 'finance/cash-transaction/post/id/{id}', { path: { id: props.made.id } });
  const post = async () => {
    const done = { say: t('cash.posted'), touches: TOUCHED };
    if ((await act.run(posting(), done)) !== undefined) props.onClose();
  };
  return (
    <div className="stack">
      <p>{t('cash.post.question', { amount: format.amount(props.made.amount, props.currency) })}</p>
      <Problem error={act.error} />
      <div className="actions end">
        <CurlButton asking={posting} />
        <Button onPress={props.onClose}>{t('cash.post.later')}</Button>
        <Button tone="primary" onPress={post} isPending={act.isPending} autoFocus>
          {t('cash.post')}
        </Button>
      </div>
    </div>
  );
}

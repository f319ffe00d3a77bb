// The form to record a withholding tax certificate.

import { type ReactNode, useState } from 'react';
import { AmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { DateField } from '../../component/date-field.js';
import { Dialog } from '../../component/dialog.js';
import { TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { CERTIFICATE_TOUCHED } from './certificates.js';
import { CustomerField } from './issue-form.js';

/** The names of fields that show their own errors. */
const SHOWN = ['number', 'amount'];

export function CertificateForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [customer, setCustomer] = useState<string>();
  const [number, setNumber] = useState('');
  const [amount, setAmount] = useState('');
  const [certificateDate, setDate] = useState<string>();
  const [periodFrom, setFrom] = useState<string>();
  const [periodUntil, setUntil] = useState<string>();
  const dates =
    certificateDate !== undefined && periodFrom !== undefined && periodUntil !== undefined
      ? { certificateDate, periodFrom, periodUntil }
      : undefined;
  const isWhole = customer !== undefined && dates !== undefined && number !== '' && amount !== '';
  const create = async () => {
    if (dates === undefined) return;
    const body = { customerId: Number(customer), number, ...dates, amount };
    const done = { say: t('certificate.created'), touches: CERTIFICATE_TOUCHED };
    const reply = await act.run(
      write('post', 'wealth/withholding-certificate/create', { body }),
      done,
    );
    if (reply !== undefined) onClose();
  };
  return (
    <Dialog title={t('certificate.create')} onClose={onClose} place="side">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
        onEdit={act.clear}
      >
        <CustomerField onChoose={setCustomer} />
        <TextField
          label={t('certificate.number')}
          value={number}
          fieldError={fieldErrorOf(act.error, 'number')}
          onChange={({ target }) => setNumber(target.value)}
        />
        <DateField label={t('certificate.date')} value={certificateDate} onChange={setDate} />
        <DateField label={t('certificate.from')} value={periodFrom} onChange={setFrom} />
        <DateField label={t('certificate.until')} value={periodUntil} onChange={setUntil} />
        <AmountField
          label={t('certificate.amount')}
          value={amount}
          fieldError={fieldErrorOf(act.error, 'amount')}
          onChange={setAmount}
        />
        <p className="faint">{t('certificate.hint')}</p>
        <Problem error={act.error} shown={SHOWN} />
        <div className="actions end">
          <Button tone="primary" type="submit" isPending={act.isPending} isDisabled={!isWhole}>
            {t('certificate.create')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

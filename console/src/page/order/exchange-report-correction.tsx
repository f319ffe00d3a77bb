// Books an exchange report with values corrected by the user.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { AmountField } from '../../component/amount-field.js';
import { Confirm } from '../../component/confirm.js';
import { DateField } from '../../component/date-field.js';
import { CheckField, TextField } from '../../component/field.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { TOUCHED } from './exchange-report-touched.js';

interface CorrectProps {
  readonly report: ItemOf<'order/unmatched-report/list'>;
  readonly onClose: () => void;
}

const NOTHING = { orderId: '', quantity: '', price: '', tradeDate: '', execId: '' };

export function CorrectReport({ report, onClose }: CorrectProps): ReactNode {
  const { t } = useSpeech();
  const [given, setGiven] = useState(NOTHING);
  const [accepts, setAccepts] = useState(false);
  const field = (name: keyof typeof NOTHING, label: string) => ({
    label,
    value: given[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setGiven({ ...given, [name]: event.target.value }),
  });
  const amount = (name: 'quantity' | 'price', label: string) => ({
    label,
    value: given[name],
    onChange: (value: string) => setGiven({ ...given, [name]: value }),
  });
  return (
    <Confirm
      title={`${t('exchange-report.correct')}: ${report.clOrdId}`}
      action={t('exchange-report.correct')}
      onClose={onClose}
      reason
      write={(resolution) =>
        write('put', 'order/unmatched-report/correct/id/{id}', {
          path: { id: report.id },
          body: {
            resolution,
            quantity: Number(given.quantity),
            price: Number(given.price),
            ...(given.orderId === '' ? {} : { orderId: Number(given.orderId) }),
            ...(given.tradeDate === '' ? {} : { tradeDate: given.tradeDate }),
            ...(given.execId.trim() === '' ? {} : { execId: given.execId.trim() }),
            ...(accepts ? { acceptContradiction: true } : {}),
          },
        })
      }
      done={{ say: t('exchange-report.settled'), touches: TOUCHED }}
    >
      <p>{t('exchange-report.correct.question')}</p>
      {report.orderId === undefined && (
        <TextField
          {...field('orderId', t('exchange-report.order-number'))}
          inputMode="numeric"
          pattern="[0-9]+"
          required
        />
      )}
      <AmountField {...amount('quantity', t('order.quantity'))} decimals={0} required />
      <AmountField {...amount('price', t('order.price'))} required />
      <DateField
        label={t('exchange-report.correct.date')}
        hint={t('exchange-report.correct.date.hint')}
        value={given.tradeDate || undefined}
        warnsOfClosed={{ exchange: report.exchange }}
        onChange={(tradeDate = '') => setGiven({ ...given, tradeDate })}
      />
      <TextField
        {...field('execId', t('exchange-report.exec-id'))}
        hint={t('exchange-report.correct.exec-id.hint')}
        placeholder={report.execId}
        maxLength={64}
      />
      <CheckField
        label={t('exchange-report.correct.accept')}
        checked={accepts}
        onChange={(event) => setAccepts(event.target.checked)}
      />
    </Confirm>
  );
}

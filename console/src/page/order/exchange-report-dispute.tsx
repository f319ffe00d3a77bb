// Disputes the trade of an exchange report, with a reason and an explanation for the exchange.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Confirm } from '../../component/confirm.js';
import { SelectField, TextField } from '../../component/field.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { TOUCHED } from './exchange-report-touched.js';

const REASONS = [
  ...(['UNKNOWN_SYMBOL', 'WRONG_SIDE', 'QUANTITY_EXCEEDS_ORDER', 'NO_MATCHING_ORDER'] as const),
  ...(['PRICE_EXCEEDS_LIMIT', 'CALCULATION_DIFFERENCE', 'OTHER'] as const),
] as const;

type Reason = (typeof REASONS)[number];

/** The most likely reason for a dispute, by the reason why the report is parked. */
const LIKELY: Readonly<Record<string, Reason>> = {
  AVERAGE_PRICE_DIFFERS: 'CALCULATION_DIFFERENCE',
  FILLS_DIFFER: 'CALCULATION_DIFFERENCE',
  OVERFILLED: 'QUANTITY_EXCEEDS_ORDER',
  PRICE_BEYOND_LIMIT: 'PRICE_EXCEEDS_LIMIT',
  QUANTITY_DIFFERS: 'CALCULATION_DIFFERENCE',
  SIDE_DIFFERS: 'WRONG_SIDE',
  SYMBOL_DIFFERS: 'UNKNOWN_SYMBOL',
  UNKNOWN_ORDER: 'NO_MATCHING_ORDER',
};

interface DisputeProps {
  readonly report: ItemOf<'order/unmatched-report/list'>;
  readonly onClose: () => void;
}

export function DisputeReport({ report, onClose }: DisputeProps): ReactNode {
  const { t, word } = useSpeech();
  const [dkReason, setReason] = useState<Reason>(LIKELY[report.reason] ?? 'OTHER');
  const [text, setText] = useState('');
  const path = { id: report.id };
  const said = text.trim() === '' ? {} : { text: text.trim() };
  return (
    <Confirm
      title={`${t('exchange-report.dispute')}: ${report.execId ?? report.clOrdId}`}
      action={t('exchange-report.dispute')}
      onClose={onClose}
      write={() =>
        write('put', 'order/unmatched-report/dispute/id/{id}', {
          path,
          body: { dkReason, ...said },
        })
      }
      done={{ say: t('exchange-report.dispute.done'), touches: TOUCHED }}
    >
      <p>{t('exchange-report.dispute.question')}</p>
      <SelectField
        label={t('exchange-report.dispute.reason')}
        value={dkReason}
        onChange={({ target }) => {
          const chosen = REASONS.find((each) => each === target.value);
          if (chosen !== undefined) setReason(chosen);
        }}
      >
        {REASONS.map((each) => (
          <option key={each} value={each}>
            {word(each === 'OTHER' ? 'DISPUTE_OTHER' : each)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('exchange-report.dispute.text')}
        hint={t('exchange-report.dispute.text.hint')}
        value={text}
        maxLength={200}
        required={dkReason === 'OTHER'}
        onChange={(event) => setText(event.target.value)}
      />
    </Confirm>
  );
}

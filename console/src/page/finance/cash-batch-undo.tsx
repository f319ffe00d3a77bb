// Undoes a batch of cash transactions. Pending ones are cancelled, and posted ones are reversed.

import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { CASH_TOUCHED } from './search.js';

type Step = 'cancel' | 'reverse';

export function CashBatchUndo({ batchName }: { readonly batchName: string }): ReactNode {
  const { t } = useSpeech();
  const mayCancel = useMay('finance.cash-transaction.cancel');
  const mayReverse = useMay('finance.cash-transaction.reverse');
  const [step, choose] = useState<Step>();
  const { data, error } = useRead('finance/cash-transaction/batch', { query: { batchName } });
  // A partially typed name matches no batch.
  if (data === undefined || error || data.batchName !== batchName) return null;
  const { states, fingerprint } = data;
  const isOpen = (states.PENDING ?? 0) + (states.APPROVED ?? 0) > 0;
  const isPosted = (states.POSTED ?? 0) > 0;
  const body = { batchName, fingerprint };
  return (
    <>
      {mayCancel && isOpen && (
        <Button onPress={() => choose('cancel')}>{t('cash.batch.cancel')}</Button>
      )}
      {mayReverse && isPosted && (
        <Button onPress={() => choose('reverse')}>{t('cash.batch.reverse')}</Button>
      )}
      {step !== undefined && (
        <Confirm
          title={`${t(`cash.batch.${step}`)}: ${batchName}`}
          action={t(`cash.batch.${step}`)}
          isDanger
          onClose={() => choose(undefined)}
          write={() =>
            step === 'cancel'
              ? write('put', 'finance/cash-transaction/batch/cancel', { body })
              : write('put', 'finance/cash-transaction/batch/reverse', { body })
          }
          done={{ say: t(`cash.batch.${step}.done`), touches: CASH_TOUCHED }}
        >
          <p>{t(`cash.batch.${step}.question`)}</p>
        </Confirm>
      )}
    </>
  );
}

// Shows a cash transaction with its terms, its journals and its next steps.

import type { ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import { translatedLabel } from '../../lib/record.js';
import { notify } from '../../lib/toast.js';
import { CANCEL, type CashStep, POST, REVERSE } from './cash-step.js';
import { CashTerms, type CashTransaction } from './cash-terms.js';
import { RecordDialog } from './record-dialog.js';
import { CASH_TOUCHED } from './search.js';

interface CashDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function CashDialog({ id, onClose }: CashDialogProps): ReactNode {
  const { t, word } = useSpeech();
  const read = useRead('finance/cash-transaction/id/{id}', { path: { id } });
  const made = read.data;
  const title =
    made === undefined ? t('place.cash') : `${made.name} ${translatedLabel(made, word)}`;
  return (
    <RecordDialog of={read} title={title} onClose={onClose}>
      {(data) => (
        <>
          <div>
            <Badge state={data.transState} />
          </div>
          <CashTerms of={data} />
          <Steps of={data} id={id} onClose={onClose} />
        </>
      )}
    </RecordDialog>
  );
}

/** Returns the possible next steps. The last one is the main action. */
function stepsOf({ transState }: CashTransaction): readonly CashStep[] {
  if (transState === 'APPROVED') return [CANCEL, POST];
  if (transState === 'PENDING') return [CANCEL];
  return transState === 'POSTED' ? [REVERSE] : [];
}

function Steps(props: CashDialogProps & { readonly of: CashTransaction }): ReactNode {
  const { t } = useSpeech();
  const own = useOwn();
  const act = useAct();
  const steps = stepsOf(props.of).filter(({ name }) =>
    own?.may(`finance.cash-transaction.${name}`),
  );
  const run = async ({ write, doneOf }: CashStep) => {
    const reply = await act.run(write(props.id), { touches: CASH_TOUCHED });
    if (reply === undefined) return;
    const { transState } = Object(Object(reply).result);
    notify(t(doneOf(transState)));
    props.onClose();
  };
  return (
    <>
      <Problem error={act.error} />
      <div className="actions end">
        <Button onPress={props.onClose}>{t('action.back')}</Button>
        {steps.map((step) => (
          <Button
            key={step.name}
            tone={step === POST ? 'primary' : 'danger'}
            autoFocus={step === POST}
            isPending={act.isPending}
            onPress={() => void run(step)}
          >
            {t(step.says)}
          </Button>
        ))}
      </div>
    </>
  );
}

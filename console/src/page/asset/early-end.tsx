// Early termination: a dry run shows the payout before the user confirms. Commercial paper and
// bills can be terminated in part, at a rate agreed for that day.

import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { FormAmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { Form } from '../../component/form.js';
import { Figures, Loading } from '../../component/page.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useDebounced } from '../../lib/debounced.js';
import { useDryRun } from '../../lib/dry-run.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { type EarlyEnd, endOf, type Instrument, type Placed } from './instrument.js';
import { PLACEMENT_TOUCHES } from './placement.js';

const WHOLE: EarlyEnd = { face: '', rate: '' };
const SHOWN = ['fv', 'dr'];

interface EarlyEndProps {
  readonly kind: Instrument;
  readonly customerId: number;
  readonly of: Placed;
  readonly onClose: () => void;
}

export function EarlyEndForm({ kind, customerId, of, onClose }: EarlyEndProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const act = useAct();
  const form = useForm<EarlyEnd>({ defaultValues: WHOLE });
  const values = useWatch({ control: form.control, compute: (all: EarlyEnd) => all });
  const endingOf = (end: EarlyEnd) => endOf(kind, { id: of.id, customerId, ...end });
  const trial = useDryRun(endingOf(useDebounced(values)));
  const error = act.error ?? trial.error;
  const submit = form.handleSubmit(async (sent) => {
    const done = { say: t('placement.ended'), touches: PLACEMENT_TOUCHES };
    if ((await act.run(endingOf(sent), done)) !== undefined) onClose();
  });
  return (
    <Form onSubmit={submit} onEdit={act.clear}>
      <p>{t('placement.end.question')}</p>
      {kind !== 'DEPOSIT' && (
        <>
          <FormAmountField
            label={t('placement.end.face')}
            hint={t('placement.end.face.hint')}
            placeholder={format.amount(of.faceValue)}
            autoFocus
            fieldError={fieldErrorOf(error, 'fv')}
            control={form.control}
            name="face"
            currency={of.currency}
          />
          <FormAmountField
            label={t('income.discount-rate')}
            hint={t('placement.end.rate.hint')}
            fieldError={fieldErrorOf(error, 'dr')}
            control={form.control}
            name="rate"
            allowsZero
          />
        </>
      )}
      <Problem error={error} shown={SHOWN} />
      {!error && <Settlement of={settlementOf(trial.data)} currency={of.currency} />}
      <div className="actions end">
        <CurlButton write={() => endingOf(form.getValues())} />
        <Button onPress={onClose}>{t('action.back')}</Button>
        <Button tone="danger" type="submit" isPending={act.isPending} isDisabled={!trial.data}>
          {t('placement.end')}
        </Button>
      </div>
    </Form>
  );
}

/** The payout of an early termination. Some of the fields are absent for deposits. */
interface Settled {
  readonly terminationInterest: number;
  readonly terminationTax: number;
  readonly terminationValue: number;
  readonly terminationCharge?: number;
  readonly terminationGain?: number;
}

const settlementOf = (reply: unknown): Settled | undefined => Object(reply).settlement;

interface SettlementProps {
  readonly of: Settled | undefined;
  readonly currency: string | undefined;
}

function Settlement({ of, currency }: SettlementProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  if (of === undefined) return <Loading />;
  const all = {
    [t('placement.end.interest')]: format.amount(of.terminationInterest, currency),
    [t('placement.tax')]: format.amount(of.terminationTax, currency),
    [t('placement.end.charge')]: format.amount(of.terminationCharge, currency),
    [t('placement.end.gain')]: format.amount(of.terminationGain, currency),
    [t('placement.end.value')]: format.amount(of.terminationValue, currency),
  };
  const known = Object.entries(all).filter(([, value]) => value !== '');
  return <Figures of={Object.fromEntries(known)} />;
}

// The form for a unit transfer. A dry run shows whether it can be entered. Another person approves
// it.

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { FormDateField } from '../../component/date-field.js';
import { Dialog } from '../../component/dialog.js';
import { LongTextField, SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { Loading } from '../../component/page.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useDebounced } from '../../lib/debounced.js';
import { useDryRun } from '../../lib/dry-run.js';
import { useSpeech } from '../../lib/language.js';
import { PortfolioField } from './portfolio-field.js';
import { TRANSFER_TYPES } from './search.js';
import { TransferRows } from './transfer-rows.js';
import {
  creating,
  emptyTransfer,
  isWhole,
  linesOf,
  OWNER_CHANGES,
  type TransferValues,
} from './values.js';

const TOUCHED = ['custody/holding-transfer', 'order/portfolio'];
/** Transfers from or to another firm name its code, an account or a clearing-house number. */
const WITH_FIRM: readonly string[] = ['IN_FREE', 'OUT_FREE'];
const PARTY = ['memberCode', 'account', 'chn', 'holder'] as const;

interface TransferFormProps {
  readonly onClose: () => void;
}

export function TransferForm({ onClose }: TransferFormProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('system/clock', {});
  const today: unknown = Object(data).businessDate;
  return (
    <Dialog title={t('transfer.new')} onClose={onClose} place="wide">
      {typeof today === 'string' ? <Fields today={today} onClose={onClose} /> : <Loading />}
    </Dialog>
  );
}

function Fields({ today, onClose }: TransferFormProps & { readonly today: string }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const form = useForm<TransferValues>({ defaultValues: emptyTransfer(today) });
  const values = useWatch({ control: form.control, compute: (all: TransferValues) => all });
  const typed = useDebounced(values);
  const isReady = isWhole(typed);
  const trial = useDryRun(isReady ? creating(typed) : undefined);
  const error = act.error ?? (isReady ? trial.error : null);
  const submit = form.handleSubmit(async (sent) => {
    const done = { say: t('transfer.entered'), touches: TOUCHED };
    if ((await act.run(creating(sent), done)) !== undefined) onClose();
  });
  return (
    <Form onSubmit={submit} onEdit={act.clear}>
      <Head form={form} error={error} />
      <TransferRows form={form} values={values} error={error} />
      <LongTextField
        label={t('field.reason')}
        fieldError={fieldErrorOf(error, 'reason')}
        {...form.register('reason')}
      />
      <Problem error={error} shown={shownErrors(values)} />
      {isReady && !error && Boolean(trial.data) && (
        <p className="good" role="status">
          <Check className="icon" aria-hidden /> {t('transfer.good')}
        </p>
      )}
      <div className="actions end">
        <CurlButton write={() => creating(form.getValues())} />
        <Button tone="primary" type="submit" isPending={act.isPending}>
          {t('transfer.enter')}
        </Button>
      </div>
    </Form>
  );
}

/** The fields that show their own errors. */
function shownErrors(values: TransferValues): readonly string[] {
  const lines = linesOf(values).flatMap((_, index) => [
    `lines/${index}/securityName`,
    `lines/${index}/quantity`,
  ]);
  const party = PARTY.map((member) => `counterParty/${member}`);
  const head = ['portfolioName', 'effectiveDate', 'reference', 'reason', 'counterParty'];
  return [...head, ...party, ...lines];
}

interface HeadProps {
  readonly form: UseFormReturn<TransferValues>;
  readonly error: unknown;
}

function Head({ form, error }: HeadProps): ReactNode {
  const { t, word } = useSpeech();
  const { type, portfolioName } = useWatch({
    control: form.control,
    compute: (all: TransferValues) => all,
  });
  return (
    <div className="form two">
      <PortfolioField
        value={portfolioName}
        onChange={(next) => form.setValue('portfolioName', next)}
        fieldError={fieldErrorOf(error, 'portfolioName')}
      />
      <SelectField label={t('cash.kind')} {...form.register('type')}>
        {TRANSFER_TYPES.map((each) => (
          <option key={each} value={each}>
            {word(each)}
          </option>
        ))}
      </SelectField>
      <FormDateField
        label={t('transfer.effective')}
        fieldError={fieldErrorOf(error, 'effectiveDate')}
        control={form.control}
        name="effectiveDate"
        warnsOfClosed={{}}
      />
      <SelectField label={t('transfer.owner')} {...form.register('ownerChange')}>
        {OWNER_CHANGES.map((each) => (
          <option key={each} value={each}>
            {word(each)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('transfer.reference')}
        fieldError={fieldErrorOf(error, 'reference')}
        {...form.register('reference')}
      />
      {WITH_FIRM.includes(type) &&
        PARTY.map((member) => (
          <TextField
            key={member}
            label={t(`transfer.party.${member}`)}
            fieldError={partyErrorOf(error, member)}
            {...form.register(member)}
          />
        ))}
    </div>
  );
}

/** The first field also shows the error if all of them are missing. */
function partyErrorOf(error: unknown, member: (typeof PARTY)[number]): string | undefined {
  const all = member === PARTY[0] ? fieldErrorOf(error, 'counterParty') : undefined;
  return fieldErrorOf(error, `counterParty/${member}`) ?? all;
}

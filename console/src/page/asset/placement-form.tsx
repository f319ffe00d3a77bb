// The form for a new placement. Each pause in typing starts a dry run. Users with the permission
// can start the placement immediately.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { FormAmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { Segment, SelectField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useDebounced } from '../../lib/debounced.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useDryRun } from '../../lib/dry-run.js';
import { useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { FundFields } from './fund-field.js';
import type { Instrument } from './instrument.js';
import {
  EMPTY_PLACEMENT,
  PLACEMENT_PERMISSIONS,
  PLACEMENT_TOUCHES,
  PLACEMENTS,
  type PlacementValues,
  placementOf,
} from './placement.js';
import { PlacementPreview, type Trial } from './placement-preview.js';
import { BillFields, DepositFields, PaperFields, type ProductProps } from './product-field.js';
import { StartNow } from './start-now.js';

/** The names of fields that show their own errors. */
const SHOWN = [
  ...['faceValue', 'amount', 'units', 'tenure', 'currentRate'],
  ...['instrumentTypeName', 'fundName', 'rolloverRule'],
];

type PlacementCustomer = ReplyOf<'get', 'partner/customer/id/{id}'>;

interface PlacementFormProps {
  readonly customer: PlacementCustomer;
  readonly onClose: () => void;
}

interface Made {
  readonly kind: Instrument;
  readonly id: number;
}

export function PlacementForm({ customer, onClose }: PlacementFormProps): ReactNode {
  const { t } = useSpeech();
  const [made, setMade] = useState<Made>();
  return (
    <Dialog title={`${t('placement.new')}: ${customer.label}`} onClose={onClose} place="side">
      {made === undefined ? (
        <Fields customer={customer} onClose={onClose} onMade={setMade} />
      ) : (
        <StartNow kind={made.kind} id={made.id} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Fields(props: PlacementFormProps & { readonly onMade: (made: Made) => void }): ReactNode {
  const { customer, onClose, onMade } = props;
  const { t } = useSpeech();
  const act = useAct();
  const own = useOwn();
  const draft = `placement-${customer.id}`;
  const form = useForm<PlacementValues>({ defaultValues: draftOf(draft, EMPTY_PLACEMENT) });
  useDraft(draft, form);
  const values = useWatch({ control: form.control, compute: (all: PlacementValues) => all });
  const trial = useDryRun(placementOf(useDebounced(values), idOf(customer)));
  const error = act.error ?? trial.error;
  const submit = form.handleSubmit(async (sent) => {
    const placing = placementOf(sent, idOf(customer));
    if (placing === undefined) return;
    const say = t(sent.kind === 'FUND' ? 'placement.waits' : 'placement.made');
    const reply = await act.run(placing, { say, touches: PLACEMENT_TOUCHES });
    if (reply === undefined) return;
    dropDraft(draft);
    const { id }: { readonly id?: number } = Object(reply);
    if (sent.kind === 'FUND' || id === undefined) onClose();
    else onMade({ kind: sent.kind, id });
  });
  const whole = placementOf(values, idOf(customer));
  const offered = PLACEMENTS.filter((kind) => own?.may(PLACEMENT_PERMISSIONS[kind]));
  return (
    <Form onSubmit={submit} onEdit={act.clear}>
      <Segment
        legend={t('cash.kind')}
        options={offered.map((kind) => ({ value: kind, label: t(`placement.kind.${kind}`) }))}
        {...form.register('kind', { onChange: () => forget(form) })}
      />
      <PortfolioField customer={customer} field={form.register('portfolioName')} />
      <KindFields form={form} values={values} error={error} customerId={idOf(customer)} />
      <Problem error={error} shown={SHOWN} />
      {whole !== undefined && !error && <PlacementPreview trial={trialOf(trial.data)} />}
      <div className="actions end">
        {whole !== undefined && <CurlButton write={() => whole} />}
        <Button
          tone="primary"
          type="submit"
          isPending={act.isPending}
          isDisabled={whole === undefined}
        >
          {t('placement.send')}
        </Button>
      </div>
    </Form>
  );
}

// The products and rollover rules of one kind do not apply to another.
function forget(form: UseFormReturn<PlacementValues>): void {
  form.setValue('product', '');
  form.setValue('rolloverRule', '');
}

function KindFields(props: ProductProps & { readonly customerId: number }): ReactNode {
  const { t } = useSpeech();
  const { form, values, error } = props;
  if (values.kind === 'FUND') return <FundFields {...props} />;
  const Fields = INSTRUMENT_FIELDS[values.kind];
  return (
    <>
      <Fields form={form} values={values} error={error} />
      <FormAmountField
        label={t('income.face')}
        fieldError={fieldErrorOf(error, 'faceValue')}
        control={form.control}
        name="amount"
      />
    </>
  );
}

const INSTRUMENT_FIELDS: Readonly<Record<Instrument, (props: ProductProps) => ReactNode>> = {
  DEPOSIT: DepositFields,
  PAPER: PaperFields,
  BILL: BillFields,
};

function trialOf(reply: unknown): Trial | undefined {
  return Object(reply).result === undefined ? undefined : Object(reply);
}

function PortfolioField(props: {
  readonly customer: PlacementCustomer;
  readonly field: object;
}): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('order/portfolio/customer/id/{id}', {
    path: { id: idOf(props.customer) },
  });
  return (
    <SelectField label={t('placement.portfolio')} {...props.field}>
      <option value="">{t('placement.portfolio.none')}</option>
      {data?.result.map(({ id, name, label }) => (
        <option key={id} value={name}>
          {name} {label}
        </option>
      ))}
    </SelectField>
  );
}

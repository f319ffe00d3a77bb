// The rarely used fields of the ticket, in a collapsed section: custodian, agent, commission group,
// reference order, settlement instructions, and the exemption from adjustment.

import { type ReactNode, useDeferredValue, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { ChoiceField } from '../../component/choice-field.js';
import { CheckField, SelectField, TextField } from '../../component/field.js';
import { fieldErrorOf } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { MORE_MEMBERS, type TicketValues } from './ticket-values.js';

const OFFERED_MAX = 500;
const FOUND_MAX = 20;

interface MoreProps {
  readonly form: UseFormReturn<TicketValues>;
  readonly error: unknown;
  readonly isAmended: boolean;
}

export function More(props: MoreProps): ReactNode {
  const { form, error } = props;
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const values = useWatch({ control: form.control, compute: (all: TicketValues) => all });
  // An error in a collapsed section would not be visible.
  const isRefused = MORE_MEMBERS.some((member) => fieldErrorOf(error, member) !== undefined);
  const isShown = isOpen || isRefused;
  const set = MORE_MEMBERS.filter((member) => values[member] !== '' && values[member] !== false);
  return (
    <details
      className="reading"
      open={isShown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {t('order.more')}
        {!isShown && set.length > 0 && (
          <span className="faint">
            {' '}
            {set.map((member) => t(`order.more.${member}`)).join(' · ')}
          </span>
        )}
      </summary>
      {isShown && <MoreFields {...props} />}
    </details>
  );
}

function MoreFields({ form, error, isAmended }: MoreProps): ReactNode {
  const { t } = useSpeech();
  const mayAgent = useMay('order.agent.override');
  const mayGroup = useMay('order.commission.override');
  const keeps = isAmended ? { hint: t('order.more.keeps') } : {};
  return (
    <div className="stack padded-top">
      <CustodianField form={form} error={error} />
      {mayAgent && <AgentField form={form} error={error} />}
      {/* An amendment cannot change the commission group. */}
      {mayGroup && !isAmended && <GroupField form={form} error={error} />}
      <ReferenceField form={form} error={error} isAmended={isAmended} />
      <TextField
        label={t('order.more.settlementInstructions')}
        hint={t('order.more.instructions.hint')}
        {...keeps}
        fieldError={fieldErrorOf(error, 'settlementInstructions')}
        {...form.register('settlementInstructions')}
      />
      <CheckField label={t('order.more.doNotAdjust.long')} {...form.register('doNotAdjust')} />
    </div>
  );
}

type FieldProps = Pick<MoreProps, 'form' | 'error'>;

function CustodianField({ form, error }: FieldProps): ReactNode {
  const { t } = useSpeech();
  const portfolio = useWatch({ control: form.control, name: 'portfolioId' });
  const mayRead = useMay('order.portfolio.read');
  const { data } = useRead('order/portfolio/custodian/id/{id}', {
    path: { id: portfolio },
    enabled: portfolio !== '' && mayRead,
  });
  const offered = data?.custodians.filter(({ active }) => active) ?? [];
  return (
    <ListField
      form={form}
      error={error}
      member="custodianName"
      first={t('order.more.custodian.default')}
      offered={offered.map(({ custodianName, custodianLabel }) => ({
        name: custodianName,
        label: custodianLabel,
      }))}
    />
  );
}

function AgentField(props: FieldProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('partner/agent/list/active', { query: { s: OFFERED_MAX } });
  const first = t('order.more.agent.default');
  return <ListField {...props} member="agentName" first={first} offered={data?.result ?? []} />;
}

function GroupField(props: FieldProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('partner/customergroup/list/active', { query: { s: OFFERED_MAX } });
  return (
    <ListField
      {...props}
      member="commissionGroupName"
      first={t('order.more.group.default')}
      offered={data?.result ?? []}
    />
  );
}

interface ListFieldProps extends FieldProps {
  readonly member: 'custodianName' | 'agentName' | 'commissionGroupName';
  /** The text of the empty choice. */
  readonly first: string;
  readonly offered: readonly { readonly name: string; readonly label: string }[];
}

function ListField({ form, error, member, first, offered }: ListFieldProps): ReactNode {
  const { t } = useSpeech();
  const chosen = useWatch({ control: form.control, name: member });
  const isKnown = chosen === '' || offered.some(({ name }) => name === chosen);
  return (
    <SelectField
      label={t(`order.more.${member}`)}
      fieldError={fieldErrorOf(error, member)}
      {...form.register(member)}
      value={chosen}
    >
      <option value="">{first}</option>
      {/* The value of a draft or an order, which may no longer be offered. */}
      {!isKnown && <option value={chosen}>{chosen}</option>}
      {offered.map(({ name, label }) => (
        <option key={name} value={name}>
          {`${label} (${name})`}
        </option>
      ))}
    </SelectField>
  );
}

/** Searches the customer's orders. A number is used as typed. */
function ReferenceField({ form, error, isAmended }: MoreProps): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const portfolio = useWatch({ control: form.control, name: 'portfolioId' });
  const { data: owner } = useRead('order/portfolio/id/{id}', {
    path: { id: portfolio },
    enabled: portfolio !== '',
  });
  const orders = useRead('order/tradeorder/list', {
    query: { customerId: owner?.customerId, q: search || undefined, s: FOUND_MAX },
    enabled: owner !== undefined,
  });
  const choose = (id: string) => form.setValue('referenceOrderId', id);
  return (
    <ChoiceField
      key={portfolio}
      label={t(isAmended ? 'order.more.reference.keeps' : 'order.more.referenceOrderId')}
      first={form.getValues('referenceOrderId')}
      choices={(orders.data?.result ?? []).map(({ id, label }) => ({
        key: String(id),
        label: String(id),
        aside: label,
      }))}
      isSearching={orders.isPlaceholderData || search !== text.trim()}
      onSearch={(next) => {
        setText(next);
        choose(next.trim());
      }}
      onChoose={(choice) => {
        if (choice !== undefined) choose(choice.key);
      }}
      fieldError={fieldErrorOf(error, 'referenceOrderId')}
    />
  );
}

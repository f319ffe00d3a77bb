// The portfolio field and the security field of the ticket.

import { type ReactNode, useDeferredValue, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ChoiceField } from '../../component/choice-field.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useSecurities } from './security.js';
import type { TicketValues } from './ticket-values.js';

const SHOWN_MAX = 20;

interface ChoiceProps {
  readonly form: UseFormReturn<TicketValues>;
  readonly fieldError: string | undefined;
  readonly isFixed: boolean;
}

/** Searches for a customer. Selects the customer's first portfolio by default. */
export function PortfolioField({ form, fieldError, isFixed }: ChoiceProps): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState('');
  const [customer, setCustomer] = useState<string>();
  const search = useDeferredValue(text.trim());
  const found = useRead('partner/customer/list', {
    query: { search, s: SHOWN_MAX },
    enabled: search.length > 1,
  });
  // If the ticket opens with a portfolio, the customer's other portfolios are offered too.
  const [first] = useState(() => form.getValues('portfolioId'));
  const begun = useRead('order/portfolio/id/{id}', {
    path: { id: first },
    enabled: first !== '' && !isFixed && customer === undefined,
  });
  const owner = customer ?? begun.data?.customerId;
  const portfolios = useRead('order/portfolio/customer/id/{id}', {
    path: { id: owner ?? '' },
    enabled: owner !== undefined,
  });
  const take = (portfolio: { readonly id: number; readonly name: string } | undefined) => {
    if (portfolio === undefined) return;
    takePortfolio(form, portfolio);
  };
  const known = portfolios.data?.result ?? [];
  const chosen = form.watch('portfolioName');
  const isChosen = known.some(({ name }) => name === chosen);
  if (customer !== undefined && known[0] !== undefined && !isChosen)
    queueMicrotask(() => take(known[0]));
  return (
    <>
      <ChoiceField
        label={t('order.customer')}
        first={form.getValues('customerLabel')}
        choices={(found.data?.result ?? []).map(({ id, label, name }) => ({
          key: String(id),
          label,
          aside: name,
        }))}
        isSearching={found.isPlaceholderData || search !== text.trim()}
        onSearch={setText}
        onChoose={(choice) => {
          if (choice === undefined) return;
          form.setValue('customerLabel', choice.label);
          setCustomer(choice.key);
        }}
        fieldError={fieldError}
        autoFocus={!isFixed}
        isDisabled={isFixed}
      />
      {known.length > 1 && (
        <select
          className="input"
          aria-label={t('order.portfolio')}
          value={chosen}
          onChange={(event) => take(known.find(({ name }) => name === event.target.value))}
        >
          {known.map(({ name, label }) => (
            <option key={name} value={name}>
              {`${name} ${label}`}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

function takePortfolio(
  form: UseFormReturn<TicketValues>,
  { id, name }: { readonly id: number; readonly name: string },
): void {
  // The custodians and orders belong to a portfolio, so they are cleared with it.
  form.setValue('custodianName', '');
  form.setValue('referenceOrderId', '');
  form.setValue('portfolioName', name);
  form.setValue('portfolioId', String(id));
}

/** All securities are loaded at once and searched by code or name. */
export function SecurityField({ form, fieldError, isFixed }: ChoiceProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [text, setText] = useState('');
  const typed = text.trim().toLowerCase();
  const fits = useSecurities().filter(({ name, label }) =>
    `${name} ${label}`.toLowerCase().includes(typed),
  );
  return (
    <ChoiceField
      label={t('order.security')}
      first={form.getValues('securityName')}
      choices={fits.slice(0, SHOWN_MAX).map(({ name, label, lastPrice }) => ({
        key: name,
        label: name,
        aside: `${label}  ${format.price(lastPrice)}`,
      }))}
      onSearch={(next) => {
        setText(next);
        form.setValue('securityName', next.trim().toUpperCase());
      }}
      onChoose={(choice) => {
        if (choice !== undefined) form.setValue('securityName', choice.key);
      }}
      fieldError={fieldError}
      isDisabled={isFixed}
    />
  );
}

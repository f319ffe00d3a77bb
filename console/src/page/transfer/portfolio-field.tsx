// Searches for a customer, and offers the customer's portfolios. The first one is selected.

import { type ReactNode, useDeferredValue, useState } from 'react';
import { ChoiceField } from '../../component/choice-field.js';
import { SelectField } from '../../component/field.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';

const SHOWN_MAX = 20;

interface PortfolioFieldProps {
  readonly value: string;
  readonly onChange: (portfolioName: string) => void;
  readonly fieldError: string | undefined;
}

export function PortfolioField({ value, onChange, fieldError }: PortfolioFieldProps): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState('');
  const [customer, setCustomer] = useState<string>();
  const search = useDeferredValue(text.trim());
  const found = useRead('partner/customer/list', {
    query: { search, s: SHOWN_MAX },
    enabled: search.length > 1,
  });
  const portfolios = useRead('order/portfolio/customer/id/{id}', {
    path: { id: customer ?? '' },
    enabled: customer !== undefined,
  });
  const known = (customer !== undefined && portfolios.data?.result) || [];
  const isOwn = known.some(({ customerId }) => String(customerId) === customer);
  const first = isOwn ? known[0]?.name : undefined;
  if (first !== undefined && !known.some(({ name }) => name === value)) {
    queueMicrotask(() => onChange(first));
  }
  return (
    <>
      <ChoiceField
        label={t('order.customer')}
        first=""
        choices={(found.data?.result ?? []).map(({ id, label, name }) => ({
          ...{ key: String(id), label, aside: name },
        }))}
        isSearching={found.isPlaceholderData || search !== text.trim()}
        onSearch={setText}
        onChoose={(choice) => {
          if (choice !== undefined) setCustomer(choice.key);
        }}
        fieldError={fieldError}
        autoFocus
      />
      {known.length > 1 && (
        <SelectField
          label={t('order.portfolio')}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {known.map(({ name, label }) => (
            <option key={name} value={name}>
              {`${name} ${label}`}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

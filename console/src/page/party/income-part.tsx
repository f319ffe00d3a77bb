// The placements of a customer (deposits, commercial paper, bills, fund units) by portfolio, with
// their maturity ladder.

import { type ReactNode, useState } from 'react';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { Deposits } from '../asset/deposits.js';
import { Discounted } from '../asset/discounted.js';
import { Funds } from '../asset/funds.js';
import { Ladder } from '../asset/ladder.js';
import type { CustomerProps } from './record.js';

export function IncomePart({ customer }: CustomerProps): ReactNode {
  const [portfolioName, setPortfolio] = useState<string>();
  const customerId = idOf(customer);
  const mayFunds = useMay('asset.fund-transaction.read');
  return (
    <>
      <Deposits customerId={customerId} portfolioName={portfolioName} />
      <Discounted kind="PAPER" customerId={customerId} portfolioName={portfolioName} />
      <Discounted kind="BILL" customerId={customerId} portfolioName={portfolioName} />
      {mayFunds && <Funds customerId={customerId} />}
      <Ladder
        customerId={customerId}
        portfolioName={portfolioName}
        actions={
          <PortfolioChoice customer={customer} value={portfolioName} onChange={setPortfolio} />
        }
      />
    </>
  );
}

interface PortfolioChoiceProps extends CustomerProps {
  readonly value: string | undefined;
  readonly onChange: (name: string | undefined) => void;
}

function PortfolioChoice({ customer, value, onChange }: PortfolioChoiceProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('order/portfolio/customer/id/{id}', { path: { id: idOf(customer) } });
  return (
    <select
      className="input"
      aria-label={t('placement.portfolio')}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{t('ladder.portfolios')}</option>
      {data?.result.map(({ id, name, label }) => (
        <option key={id} value={name}>
          {name} {label}
        </option>
      ))}
    </select>
  );
}

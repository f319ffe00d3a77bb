// The customer's agent, and the custodians of the customer's portfolios. They apply to new orders.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { SelectField } from '../../component/field.js';
import { Panel } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { write } from '../../lib/write.js';
import type { CustomerProps } from './record.js';

/** The maximum number of agents and custodians offered. */
const OFFERED_MAX = 200;

export function TradeTerms({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const mayAgent = useMay('party.agent.read');
  const mayCustodians = useMay('order.portfolio.read');
  const { data } = useRead('order/portfolio/customer/id/{id}', {
    path: { id: idOf(customer) },
    enabled: mayCustodians,
  });
  return (
    <Panel title={t('trade-terms.title')}>
      <table className="plain">
        <tbody>
          {mayAgent && <Agent customer={customer} />}
          {data?.result.map(({ id, name }) => (
            <Custodians key={id} portfolioId={id} portfolioName={name} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Agent({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const id = idOf(customer);
  const mayAssign = useMay('party.agent.assign');
  const { data } = useRead('partner/agent/customer/id/{id}', { path: { id } });
  const [isOpen, setOpen] = useState(false);
  return (
    <tr>
      <th scope="row">{t('trade-terms.agent')}</th>
      <td>{data?.agentLabel ?? t('trade-terms.none')}</td>
      <td>
        <div className="actions end">
          {mayAssign && data !== undefined && (
            <Button small onPress={() => setOpen(true)}>
              {t('trade-terms.agent.set')}
            </Button>
          )}
          {isOpen && (
            <AgentForm id={id} agentName={data?.agentName ?? ''} onClose={() => setOpen(false)} />
          )}
        </div>
      </td>
    </tr>
  );
}

interface AgentFormProps {
  readonly id: number;
  readonly agentName: string;
  readonly onClose: () => void;
}

function AgentForm({ id, agentName, onClose }: AgentFormProps): ReactNode {
  const { t } = useSpeech();
  const [name, setName] = useState(agentName);
  const { data } = useRead('partner/agent/list/active', { query: { s: OFFERED_MAX } });
  return (
    <Confirm
      title={t('trade-terms.agent.set')}
      action={t('trade-terms.save')}
      onClose={onClose}
      write={() =>
        write('put', 'partner/agent/customer/assign', {
          body: { customerId: id, ...(name === '' ? {} : { agentName: name }) },
        })
      }
      done={{ say: t('trade-terms.saved'), touches: ['partner/agent'] }}
    >
      <SelectField
        label={t('trade-terms.agent')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      >
        <option value="">{t('trade-terms.none')}</option>
        {data?.result.map((each) => (
          <option key={each.name} value={each.name}>
            {each.label}
          </option>
        ))}
      </SelectField>
    </Confirm>
  );
}

type PortfolioCustodians = ReplyOf<'get', 'order/portfolio/custodian/id/{id}'>['custodians'];

interface CustodiansProps {
  readonly portfolioId: number;
  readonly portfolioName: string;
}

function Custodians({ portfolioId, portfolioName }: CustodiansProps): ReactNode {
  const { t } = useSpeech();
  const mayAssign = useMay('order.portfolio.update');
  const { data } = useRead('order/portfolio/custodian/id/{id}', { path: { id: portfolioId } });
  const [isOpen, setOpen] = useState(false);
  const custodians = data?.custodians ?? [];
  const shown = custodians.map(({ custodianLabel, standing }) =>
    standing ? t('trade-terms.default', { custodian: custodianLabel }) : custodianLabel,
  );
  return (
    <tr>
      <th scope="row">{t('trade-terms.custodians', { portfolio: portfolioName })}</th>
      <td>{shown.length === 0 ? t('trade-terms.none') : shown.join(', ')}</td>
      <td>
        <div className="actions end">
          {mayAssign && data !== undefined && (
            <Button
              small
              label={t('trade-terms.custodians.of', { portfolio: portfolioName })}
              onPress={() => setOpen(true)}
            >
              {t('trade-terms.custodians.set')}
            </Button>
          )}
          {isOpen && (
            <CustodiansForm
              portfolioName={portfolioName}
              before={custodians}
              onClose={() => setOpen(false)}
            />
          )}
        </div>
      </td>
    </tr>
  );
}

interface CustodiansFormProps {
  readonly portfolioName: string;
  readonly before: PortfolioCustodians;
  readonly onClose: () => void;
}

function CustodiansForm({ portfolioName, before, onClose }: CustodiansFormProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('partner/custodian/list/active', { query: { s: OFFERED_MAX } });
  const [accounts, setAccounts] = useState<ReadonlyMap<string, string>>(
    new Map(before.map(({ custodianName, accountNo }) => [custodianName, accountNo ?? ''])),
  );
  const [standing, setStanding] = useState(before.find((each) => each.standing)?.custodianName);
  const set = (name: string, account: string | undefined) => {
    const next = new Map(accounts);
    if (account === undefined) next.delete(name);
    else next.set(name, account);
    setAccounts(next);
  };
  // A custodian that is no longer active can only be removed.
  const active = data?.result ?? [];
  const ended = before
    .filter(({ custodianName }) => !active.some(({ name }) => name === custodianName))
    .map(({ custodianName: name, custodianLabel: label }) => ({ name, label }));
  const custodians = [...accounts].map(([custodianName, account]) => ({
    custodianName,
    standing: custodianName === standing,
    ...(account.trim() === '' ? {} : { accountNo: account.trim() }),
  }));
  return (
    <Confirm
      title={t('trade-terms.custodians', { portfolio: portfolioName })}
      action={t('trade-terms.save')}
      onClose={onClose}
      write={() =>
        write('put', 'order/portfolio/custodian/assign', { body: { portfolioName, custodians } })
      }
      done={{ say: t('trade-terms.saved'), touches: ['order/portfolio'] }}
    >
      <table className="plain">
        <thead>
          <tr>
            <th>{t('order.custodian')}</th>
            <th>{t('reference.account')}</th>
            <th>{t('reference.standing')}</th>
          </tr>
        </thead>
        <tbody>
          {[...active, ...ended].map(({ name, label }) => (
            <CustodianRow
              key={name}
              label={label}
              account={accounts.get(name)}
              isDefault={standing === name}
              onAccount={(account) => set(name, account)}
              onDefault={(isDefault) => setStanding(isDefault ? name : undefined)}
            />
          ))}
        </tbody>
      </table>
    </Confirm>
  );
}

interface CustodianRowProps {
  readonly label: string;
  /** The account at the custodian. Undefined if the custodian is not one of the portfolio's. */
  readonly account: string | undefined;
  readonly isDefault: boolean;
  readonly onAccount: (account: string | undefined) => void;
  readonly onDefault: (isDefault: boolean) => void;
}

function CustodianRow(props: CustodianRowProps): ReactNode {
  const { label, account, isDefault, onAccount, onDefault } = props;
  const { t } = useSpeech();
  const isOwn = account !== undefined;
  return (
    <tr>
      <td>
        <label>
          <input
            type="checkbox"
            checked={isOwn}
            onChange={({ target }) => onAccount(target.checked ? '' : undefined)}
          />{' '}
          {label}
        </label>
      </td>
      <td>
        <input
          className="input"
          aria-label={t('trade-terms.account', { custodian: label })}
          value={account ?? ''}
          disabled={!isOwn}
          onChange={({ target }) => onAccount(target.value)}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={t('trade-terms.default', { custodian: label })}
          checked={isDefault && isOwn}
          disabled={!isOwn}
          onChange={({ target }) => onDefault(target.checked)}
        />
      </td>
    </tr>
  );
}

// Shows the profile of a customer: identity, address, next of kin, bank and consents.

import type { ReactNode } from 'react';
import { Panel, Terms } from '../../component/page.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { CustomerProps } from './record.js';
import { TradeTerms } from './trade-terms.js';

export function ProfilePart({ customer: c }: CustomerProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const consent = (isRefused: boolean | undefined) =>
    t(isRefused ? 'profile.refused' : 'profile.allowed');
  return (
    <div className="columns even">
      <Panel title={t('profile.identity')}>
        <Terms
          of={{
            [t('customer.name')]: c.label,
            [t('customer.kind')]: word(c.partnerType),
            [t('profile.birth-date')]: format.day(c.birthDate),
            [t('profile.sex')]: word(c.sex),
            [t('profile.nationality')]: c.nationality,
            [t('profile.bvn')]: c.bvnCode,
            [t('customer.group')]: c.customerGroupLabel,
            [t('order.office')]: c.businessOfficeLabel,
            [t('customer.since')]: format.day(c.accountOpened),
            [t('profile.portal')]: c.portalUserName,
          }}
        />
      </Panel>
      <Panel title={t('profile.contact')}>
        <Terms
          of={{
            [t('profile.phone')]: c.cellPhone,
            [t('profile.email')]: c.emailAddress1,
            [t('profile.address')]: [c.primaryAddress1, c.primaryCity, c.primaryState]
              .filter(Boolean)
              .join(', '),
            [t('profile.kin')]: c.nexofKin,
            [t('profile.kin-phone')]: c.nextofKinPhone,
          }}
        />
      </Panel>
      <Panel title={t('profile.bank')}>
        <Terms
          of={{
            [t('profile.bank-name')]: c.setttlementBankName,
            [t('profile.bank-holder')]: c.setttlementBankAccountName,
            [t('profile.bank-number')]: c.setttlementBankAccountNumber,
          }}
        />
      </Panel>
      <Panel title={t('profile.consent')}>
        <Terms
          of={{
            [t('profile.calls')]: consent(c.doNotCall),
            [t('profile.e-mails')]: consent(c.emailOptOut),
            [t('profile.sms')]: consent(c.smsOptOut),
            [t('profile.sharing')]: consent(c.doNotShare),
          }}
        />
      </Panel>
      <TradeTerms customer={c} />
    </div>
  );
}

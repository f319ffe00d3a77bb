// Shows a corporate action with its terms, versions, entitlements and money.

import type { ReplyOf } from '@countinghouse/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Loading, Page, Panel, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { Funding } from './funding.js';
import { Holders } from './holder.js';
import { formKindOf } from './proposal.js';
import { ProposalForm } from './proposal-form.js';
import { optionRate } from './rate.js';
import { Versions } from './version.js';

const route = getRouteApi('/corporate-actions/$id');

export type Event = ReplyOf<'get', 'custody/corporate-action/id/{id}'>;

export function EventPage(): ReactNode {
  const { id } = route.useParams();
  const { t } = useSpeech();
  const { data: event, error } = useRead('custody/corporate-action/id/{id}', { path: { id } });
  const trail = <Link to="/corporate-actions">{t('place.corporate-actions')}</Link>;
  if (event === undefined) {
    return (
      <Page title={t('event.one')} trail={trail}>
        {error ? <Problem error={error} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page
      title={event.label}
      trail={
        <>
          {trail} / {event.name}
        </>
      }
      actions={
        <>
          <Badge state={event.status} />
          <Badge state={event.progress} />
          <Propose event={event} />
        </>
      }
    >
      <div className="columns even">
        <EventTerms event={event} />
        <EventDates event={event} />
      </div>
      <Options event={event} />
      <Funding event={event} />
      <Holders event={event} />
      <Versions event={event} />
    </Page>
  );
}

interface EventProps {
  readonly event: Event;
}

/** Proposes the next version. Events with several options can only be proposed through the API. */
function Propose({ event }: EventProps): ReactNode {
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const mayPropose = useMay('custody.corporate-action.propose');
  const terms: Readonly<Record<string, unknown>> = Object(event.versions[0]?.body);
  const isShown = mayPropose && event.progress !== 'CLOSED' && formKindOf(terms) !== undefined;
  useKeys({ p: isShown ? () => setOpen(true) : undefined });
  if (!isShown) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('event.propose.next')}</Button>
      {isOpen && <ProposalForm base={{ name: event.name, terms }} onClose={() => setOpen(false)} />}
    </>
  );
}

function EventTerms({ event }: EventProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { withheldBy } = event;
  return (
    <Panel title={t('order.terms')}>
      <Terms
        of={{
          [t('cash.kind')]: word(event.kind),
          [t('order.security')]: event.securityName,
          [t('event.participation')]: word(event.participation),
          [t('event.register')]: t(`event.register.${event.registerBasis}`),
          [t('event.withheld-by')]: withheldBy && t(`event.withheld-by.${withheldBy}`),
          [t('event.ex-price')]: format.price(event.exPrice),
          [t('event.orders')]: event.orders && t(`event.orders.${event.orders}`),
          [t('event.new-code')]: event.newName,
          [t('event.new-isin')]: event.newIsin,
          [t('event.new-label')]: event.newLabel,
          [t('event.linked')]: event.linkedEventName,
          [t('event.reference')]: event.officialReference,
          [t('event.source')]: event.source,
        }}
      />
    </Panel>
  );
}

function EventDates({ event }: EventProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const span = (from: string | undefined, to: string | undefined) =>
    [from, to]
      .map((date) => format.day(date))
      .filter(Boolean)
      .join(' – ');
  return (
    <Panel title={t('event.dates')}>
      <Terms
        of={{
          [t('event.announced')]: format.day(event.announcementDate),
          [t('event.meeting')]: format.day(event.approvalDate),
          [t('event.qualification')]: format.day(event.qualificationDate),
          [t('event.ex')]: format.day(event.exDate),
          [t('event.closure')]: span(event.closureFrom, event.closureTo),
          [t('event.deadline')]: format.dayAndTime(event.deadline),
          [t('event.market-deadline')]: format.dayAndTime(event.marketDeadline),
          [t('event.payment')]: format.day(event.paymentDate),
          [t('event.suspended')]: span(event.suspendFrom, event.suspendTo),
          [t('event.closed')]: format.day(event.closedOn),
        }}
      />
    </Panel>
  );
}

function Options({ event }: EventProps): ReactNode {
  const speech = useSpeech();
  const { t, word } = speech;
  const format = useFormat();
  const { options = [], currency } = event;
  if (options.length === 0) return null;
  return (
    <Panel title={t('event.options')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('order.number')}</th>
            <th>{t('cash.kind')}</th>
            <th>{t('event.rate')}</th>
            <th>{t('event.new-security')}</th>
            <th>{t('event.fractions')}</th>
            <th>{t('event.available')}</th>
            <th>{t('event.default')}</th>
          </tr>
        </thead>
        <tbody>
          {options.map((option) => (
            <tr key={option.number}>
              <td>{option.number}</td>
              <th scope="row">{word(option.type)}</th>
              <td className="figure">{optionRate(option, currency, { speech, format })}</td>
              <td>{option.newSecurityName}</td>
              <td>{word(option.fractions)}</td>
              <td>{format.day(option.availableDate)}</td>
              <td>{option.isDefault ? t('event.default.yes') : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

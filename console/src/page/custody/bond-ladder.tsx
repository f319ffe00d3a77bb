// The bond ladder shows the upcoming coupons and redemptions by month and date.

import type { ReplyOf } from '@countinghouse/sdk';
import { Fragment, type ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { ExportMenu } from '../../component/export-menu.js';
import { Empty, Loading, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';

type Reply = ReplyOf<'get', 'custody/bond/ladder'>;
type Payment = Reply['payments'][number];
type Total = Reply['months'][number] | Reply['totals'][number];

interface LadderProps {
  readonly customerId?: number;
  readonly officeId?: number | undefined;
  readonly until?: string | undefined;
}

/** Shows the ladder of a customer, of an office or, without either, of the whole firm. */
export function BondLadder({ customerId, officeId, until }: LadderProps): ReactNode {
  const { t } = useSpeech();
  const query = { c: customerId, o: officeId, ed: until };
  const { data, error } = useRead('custody/bond/ladder', {
    ...{ query, enabled: useMay('custody.entitlement.read') },
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  return (
    <>
      {error && <Problem error={error} />}
      <Panel
        title={t('bonds.ladder')}
        actions={<ExportMenu save={(type) => saveFile(`custody/bond/ladder/${type}`, { query })} />}
        flush
      >
        {data.payments.length === 0 ? (
          <Empty title={t('bonds.none')}>
            <p>{t('bonds.none.hint')}</p>
          </Empty>
        ) : (
          <Rungs ladder={data} />
        )}
      </Panel>
    </>
  );
}

function Rungs({ ladder }: { readonly ladder: Reply }): ReactNode {
  const { t, intl } = useSpeech();
  const format = useFormat();
  const month = new Intl.DateTimeFormat(intl.locale, {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
  return (
    <table className="plain">
      <caption className="sr">{t('bonds.ladder')}</caption>
      <thead>
        <tr>
          <th>{t('event.member.paymentDate')}</th>
          <th>{t('order.security')}</th>
          <th>{t('cash.kind')}</th>
          <th>{t('order.status')}</th>
          <th className="end">{t('order.quantity')}</th>
          <th className="end">{t('bonds.interest')}</th>
          <th className="end">{t('bonds.principal')}</th>
          <th className="end">{t('event.withheld')}</th>
          <th className="end">{t('event.net')}</th>
        </tr>
      </thead>
      <tbody>
        {ladder.months.map((sum) => (
          <Fragment key={`${sum.month} ${sum.currency}`}>
            <Sum title={month.format(new Date(`${sum.month}-01`))} of={sum} />
            {ladder.payments
              .filter(
                ({ date, currency }) => date.startsWith(sum.month) && currency === sum.currency,
              )
              .map((payment) => (
                <PaymentRow key={keyOf(payment)} of={payment} format={format} />
              ))}
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        {ladder.totals.map((sum) => (
          <Sum key={sum.currency} title={t('ladder.sum')} of={sum} />
        ))}
      </tfoot>
    </table>
  );
}

const keyOf = ({ date, kind, securityName, eventName, currency }: Payment): string =>
  [date, kind, securityName, eventName, currency].join(' ');

function Sum({ title, of }: { readonly title: string; readonly of: Total }): ReactNode {
  const format = useFormat();
  return (
    <tr>
      <th scope="row" colSpan={5}>
        {title}
      </th>
      <td className="end strong">{format.amount(of.interest, of.currency)}</td>
      <td className="end strong">{format.amount(of.principal, of.currency)}</td>
      <td className="end strong">{format.amount(of.withheld, of.currency)}</td>
      <td className="end strong">{format.amount(of.net, of.currency)}</td>
    </tr>
  );
}

function PaymentRow(props: { readonly of: Payment; readonly format: Format }): ReactNode {
  const { of, format } = props;
  const { word } = useSpeech();
  return (
    <tr>
      <td>{format.day(of.date)}</td>
      <td>{of.securityName}</td>
      <td>{word(of.kind)}</td>
      <td>
        <Badge state={of.status} />
      </td>
      <td className="end">{format.quantity(of.quantity)}</td>
      <td className="end">{format.amount(of.interest, of.currency)}</td>
      <td className="end">{format.amount(of.principal, of.currency)}</td>
      <td className="end">{format.amount(of.withheld, of.currency)}</td>
      <td className="end">{format.amount(of.net, of.currency)}</td>
    </tr>
  );
}

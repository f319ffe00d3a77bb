// Shows a lead with its status and timeline, and converts it to a customer.

import type { ReplyOf } from '@countinghouse/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ActionMenu } from '../../component/action-menu.js';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Loading, Page, Panel, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { Timeline } from '../../component/timeline.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { write } from '../../lib/write.js';
import type { LeadStatus } from './search.js';

const route = getRouteApi('/leads/$id');

/** The usual sequence of statuses. The menu offers the other final statuses. */
const NEXT: Readonly<Record<string, LeadStatus>> = {
  NEW: 'ASSIGNED',
  ASSIGNED: 'CONTACTED',
  CONTACTED: 'QUALIFIED',
  RECYCLED: 'ASSIGNED',
};
const TOUCHED = ['crm/', 'partner/customer'];

type Lead = ReplyOf<'get', 'crm/lead/id/{id}'>;

export function LeadPage(): ReactNode {
  const { id } = route.useParams();
  const { t } = useSpeech();
  const { data: lead, error } = useRead('crm/lead/id/{id}', { path: { id } });
  const trail = <Link to="/leads">{t('place.leads')}</Link>;
  if (lead === undefined) {
    return (
      <Page title={t('lead.one')} trail={trail}>
        {error ? <Problem error={error} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={lead.label ?? lead.name ?? ''} trail={trail} actions={<Actions lead={lead} />}>
      <div className="columns">
        <Timeline relatedTo="LEAD" relatedToId={idOf(lead)} />
        <LeadTerms lead={lead} />
      </div>
    </Page>
  );
}

function LeadTerms({ lead }: { readonly lead: Lead }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  return (
    <Panel title={t('order.terms')}>
      <Terms
        of={{
          [t('profile.phone')]: lead.mobilePhone,
          [t('profile.email')]: lead.emailAddress1,
          [t('lead.source')]: word(lead.leadSource),
          [t('profile.address')]: [lead.primaryStreet, lead.primaryCity].filter(Boolean).join(', '),
          [t('lead.notes')]: lead.description,
          [t('order.date')]: format.dayAndTime(lead.createdDttm),
          [t('order.customer')]:
            lead.convertedCustomerId === undefined ? undefined : (
              <Link to="/customers/$id" params={{ id: String(lead.convertedCustomerId) }}>
                {lead.label}
              </Link>
            ),
        }}
      />
    </Panel>
  );
}

function Actions({ lead }: { readonly lead: Lead }): ReactNode {
  const { t, word } = useSpeech();
  const navigate = useNavigate();
  const act = useAct();
  const [isConverting, setConverting] = useState(false);
  const mayUpdate = useMay('crm.lead.update');
  const mayWrite = useMay('crm.whatsapp.send');
  const mayConvert = useMay('crm.lead.convert');
  const { status = 'NEW' } = lead;
  const id = idOf(lead);
  const next = NEXT[status];
  const move = (to: LeadStatus) =>
    act.run(write('put', 'crm/lead/update', { body: { id, status: to } }), {
      ...{ say: t('lead.moved', { status: word(to) }), touches: TOUCHED, asToast: true },
    });
  const convert = status === 'QUALIFIED' && mayConvert ? () => setConverting(true) : undefined;
  const step = next !== undefined && mayUpdate ? () => void move(next) : undefined;
  const openMessage = () =>
    void navigate({
      to: '/messages',
      search: { form: 'new', kind: 'LEAD', id: String(id), label: lead.label },
    });
  useKeys({ m: step, c: convert, w: mayWrite ? openMessage : undefined });
  const isOver = status === 'CONVERTED' || status === 'DEAD';
  return (
    <>
      <Badge state={status} />
      {step !== undefined && (
        <Button onPress={step} isPending={act.isPending}>
          {t('lead.move', { status: word(next) })}
        </Button>
      )}
      {convert !== undefined && (
        <Button tone="primary" onPress={convert}>
          {t('lead.convert')}
        </Button>
      )}
      {mayWrite && <Button onPress={openMessage}>{t('lead.write')}</Button>}
      {!isOver && mayUpdate && (
        <ActionMenu
          actions={[
            { id: 'dead', label: t('lead.dead'), onAction: () => void move('DEAD') },
            { id: 'again', label: t('lead.recycle'), onAction: () => void move('RECYCLED') },
          ]}
        />
      )}
      {isConverting && (
        <Confirm
          title={t('lead.convert')}
          action={t('lead.convert')}
          onClose={() => {
            setConverting(false);
            void navigate({ to: '/leads/$id', params: { id: String(id) } });
          }}
          reason="optional"
          write={(overrideReason) =>
            write('put', 'crm/lead/convert/id/{id}', {
              path: { id },
              body: overrideReason === '' ? {} : { overrideReason },
            })
          }
          done={{ say: t('lead.converted'), touches: TOUCHED }}
        >
          <p>{t('lead.convert.question')}</p>
        </Confirm>
      )}
    </>
  );
}

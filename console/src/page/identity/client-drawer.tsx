// One API client. Users can edit it, renew its secret, and disable or enable it. A new secret is
// shown once.

import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Dialog } from '../../component/dialog.js';
import { Loading, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { refresh } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { type Write, write } from '../../lib/write.js';
import { useOfficesOf } from './office-words.js';
import { allOf, changesOf, PrincipalForm } from './principal-form.js';
import { type ClientRecord, onVersion, useBasis, useClient } from './record.js';
import { Refusal } from './refusal.js';
import { useRoleWords } from './right.js';
import type { PrincipalValues } from './right-fields.js';
import { ShownOnce } from './shown-once.js';

const TOUCHES = ['security/client'];

interface Secret {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface SecretProps {
  readonly title: string;
  readonly secret: Secret;
  readonly onClose: () => void;
}

function ClientSecret({ title, secret, onClose }: SecretProps): ReactNode {
  const { t } = useSpeech();
  return (
    <ShownOnce
      title={title}
      says={t('client.secret.says')}
      values={[
        [t('client.id'), secret.clientId],
        [t('client.secret'), secret.clientSecret],
      ]}
      onClose={onClose}
    />
  );
}

const creating = (values: PrincipalValues) =>
  write('post', 'security/client/create', { body: allOf(values) });

export function NewClient({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [secret, setSecret] = useState<Secret>();
  const send = async (prepared: Write<unknown>) => {
    const reply = await act.run(prepared, { touches: TOUCHES });
    if (reply !== undefined) setSecret(Object(reply).result);
  };
  if (secret !== undefined) {
    return <ClientSecret title={t('client.made')} secret={secret} onClose={onClose} />;
  }
  return (
    <Dialog title={t('client.new')} onClose={onClose} place="side">
      <PrincipalForm
        kind="client"
        act={act}
        action={t('client.create')}
        write={creating}
        onSend={(prepared) => void send(prepared)}
      />
    </Dialog>
  );
}

interface ClientDrawerProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function ClientDrawer({ id, onClose }: ClientDrawerProps): ReactNode {
  const { t } = useSpeech();
  const { data: client, error } = useClient(id);
  const [secret, setSecret] = useState<Secret>();
  const mayUpdate = useMay('identity.client.update');
  if (secret !== undefined) {
    const close = () => setSecret(undefined);
    return <ClientSecret title={t('client.secret.made')} secret={secret} onClose={close} />;
  }
  return (
    <Dialog title={client?.label ?? t('client.one')} onClose={onClose} place="side">
      {error !== null && <Problem error={error} />}
      {client === undefined && error === null && <Loading />}
      {client !== undefined && (
        <div className="stack">
          <ClientTerms client={client} />
          <ClientActions client={client} onSecret={setSecret} />
          {mayUpdate && <ClientForm key={client.id} client={client} />}
        </div>
      )}
    </Dialog>
  );
}

function ClientTerms({ client }: { readonly client: ClientRecord }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { nameOf } = useRoleWords();
  const officesOf = useOfficesOf();
  return (
    <Terms
      of={{
        [t('user.state')]: <Badge state={client.active ? 'ACTIVE' : 'DISABLED'} />,
        [t('client.id')]: <span className="mono">{client.name}</span>,
        [t('right.roles')]: client.roles.map(nameOf).join(', '),
        [t('right.offices')]: officesOf(client),
        [t('client.used')]: format.age(client.lastSeenDttm) || '–',
        [t('client.secret.since')]: format.dayAndTime(client.secretSetDttm),
      }}
    />
  );
}

function ClientForm({ client }: { readonly client: ClientRecord }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const basis = useBasis(client, act.error);
  const send = async (prepared: Write<unknown>) => {
    const done = { say: t('client.saved', { name: client.label }), touches: TOUCHES };
    const reply = await act.run(onVersion(basis.version, prepared), done);
    if (reply === undefined) void refresh(...TOUCHES);
    else basis.onSaved();
  };
  return (
    <PrincipalForm
      kind="client"
      stored={basis.filled}
      act={act}
      action={t('action.save')}
      write={(values) =>
        write('put', 'security/client/update', {
          body: { id: client.id, ...changesOf(values, basis.filled) },
        })
      }
      onSend={(prepared) => void send(prepared)}
    />
  );
}

type Action = 'rotate' | 'disable' | 'enable';

interface ClientActionsProps {
  readonly client: ClientRecord;
  readonly onSecret: (secret: Secret) => void;
}

function ClientActions({ client, onSecret }: ClientActionsProps): ReactNode {
  const { t } = useSpeech();
  const [open, setOpen] = useState<Action>();
  const mayRotate = useMay('identity.client.rotate');
  const mayDisable = useMay('identity.client.disable');
  const mayUpdate = useMay('identity.client.update');
  const offered: readonly Action[] = [
    ...(mayRotate ? (['rotate'] as const) : []),
    ...(client.active && mayDisable ? (['disable'] as const) : []),
    ...(!client.active && mayUpdate ? (['enable'] as const) : []),
  ];
  return (
    <div className="actions wrap">
      {offered.map((action) => (
        <Button
          key={action}
          small
          tone={action === 'disable' ? 'danger' : 'plain'}
          onPress={() => setOpen(action)}
        >
          {t(`client.act.${action}`)}
        </Button>
      ))}
      {open !== undefined && (
        <Question
          action={open}
          client={client}
          onClose={() => setOpen(undefined)}
          onSecret={onSecret}
        />
      )}
    </div>
  );
}

interface QuestionProps extends ClientActionsProps {
  readonly action: Action;
  readonly onClose: () => void;
}

function Question({ action, client, onClose, onSecret }: QuestionProps): ReactNode {
  const { t } = useSpeech();
  return (
    <Confirm
      title={`${t(`client.act.${action}`)}: ${client.label}`}
      action={t(`client.act.${action}`)}
      onClose={onClose}
      write={() => onVersion(client, writeOf(action, client.id))}
      done={{ say: t(`client.act.${action}.done`, { name: client.label }), touches: TOUCHES }}
      isDanger={action !== 'enable'}
      onReply={(reply) => {
        if (action === 'rotate') onSecret(Object(reply).result);
      }}
      refusal={(error) => <Refusal error={error} />}
    >
      <p>{t(`client.act.${action}.says`)}</p>
    </Confirm>
  );
}

function writeOf(action: Action, id: number): Write<unknown> {
  switch (action) {
    case 'rotate':
      return write('put', 'security/client/rotate-secret/id/{id}', { path: { id } });
    case 'disable':
      return write('put', 'security/client/disable/id/{id}', { path: { id } });
    case 'enable':
      return write('put', 'security/client/update', { body: { id, active: true } });
  }
}

// The palette: every place, every action, and the records that fit what is typed.

import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { CornerDownLeft, FileText, Plus, Target, Users } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { useRead } from '../lib/api.js';
import { useSpeech } from '../lib/language.js';
import type { Own } from '../lib/permission.js';
import { waysOf } from './shell.js';

/** Fewer letters fit too many records. */
const SEARCHED_FROM_LETTERS = 2;
const FOUND_MOST = 8;

interface PaletteProps {
  readonly own: Own;
  readonly onClose: () => void;
}

export function Palette({ own, onClose }: PaletteProps): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState('');
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="dialog wide palette">
        <AriaDialog aria-label={t('palette.open')}>
          <Command label={t('palette.open')} loop>
            <Command.Input
              autoFocus
              value={text}
              onValueChange={setText}
              placeholder={t('palette.open')}
            />
            <Command.List>
              <Command.Empty>{t('palette.empty')}</Command.Empty>
              <Records own={own} text={text} onClose={onClose} />
              <Actions own={own} onClose={onClose} />
              <Places own={own} onClose={onClose} />
            </Command.List>
          </Command>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Places({ own, onClose }: PaletteProps): ReactNode {
  const { t } = useSpeech();
  const navigate = useNavigate();
  return (
    <Command.Group heading={t('palette.places')}>
      {waysOf(own).map(({ to, name, icon: Icon, key }) => (
        <Command.Item
          key={to}
          value={`${t('palette.go')} ${t(name)}`}
          onSelect={() => {
            onClose();
            void navigate({ to });
          }}
        >
          <Icon className="icon" aria-hidden />
          {t(name)}
          <span className="aside">
            <kbd>g</kbd> <kbd>{key}</kbd>
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function Actions({ own, onClose }: PaletteProps): ReactNode {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const actions = [
    {
      name: t('order.new'),
      permission: 'order.trade-order.submit',
      go: () => navigate({ to: '/orders', search: { ticket: 'new' } }),
    },
    {
      name: t('lead.new'),
      permission: 'crm.lead.create',
      go: () => navigate({ to: '/leads', search: { form: 'new' } }),
    },
    {
      name: t('message.new'),
      permission: 'crm.whatsapp.send',
      go: () => navigate({ to: '/messages', search: { form: 'new' } }),
    },
    {
      name: t('journal.new'),
      permission: 'finance.journal.create',
      go: () => navigate({ to: '/journals', search: { form: 'new' } }),
    },
    {
      name: t('journal.import'),
      permission: 'finance.journal.import',
      go: () => navigate({ to: '/journals', search: { form: 'import' } }),
    },
    {
      name: t('webhook.new'),
      permission: 'webhook.endpoint.create',
      go: () => navigate({ to: '/webhooks', search: { form: 'new' } }),
    },
  ].filter(({ permission }) => own.may(permission));
  if (actions.length === 0) return null;
  return (
    <Command.Group heading={t('palette.actions')}>
      {actions.map(({ name, go }) => (
        <Command.Item
          key={name}
          value={name}
          onSelect={() => {
            onClose();
            void go();
          }}
        >
          <Plus className="icon" aria-hidden />
          {name}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

interface RecordsProps extends PaletteProps {
  readonly text: string;
}

function Records({ own, text, onClose }: RecordsProps): ReactNode {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const search = useDeferredValue(text.trim());
  const isSearch = search.length >= SEARCHED_FROM_LETTERS;
  const customers = useRead('partner/customer/list', {
    query: { search, s: FOUND_MOST },
    enabled: isSearch && own.may('party.customer.read'),
  });
  const leads = useRead('crm/lead/list', {
    query: { q: search, s: FOUND_MOST },
    enabled: isSearch && own.may('crm.lead.read'),
  });
  const [, number] = /^#?0*(\d{1,12})$/.exec(search) ?? [];
  const go = (to: string) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Command.Group heading={t('palette.records')}>
      {number !== undefined && own.may('order.trade-order.read') && (
        <Command.Item value={`${search} order`} onSelect={() => go(`/orders/${number}`)}>
          <FileText className="icon" aria-hidden />
          {t('palette.order', { number })}
          <CornerDownLeft className="icon aside" aria-hidden />
        </Command.Item>
      )}
      {isSearch &&
        customers.data?.result.map(({ id, name, label }) => (
          <Command.Item
            key={id}
            value={`${search} ${label} ${name}`}
            onSelect={() => go(`/customers/${id}`)}
          >
            <Users className="icon" aria-hidden />
            {label}
            <span className="aside">{name}</span>
          </Command.Item>
        ))}
      {isSearch &&
        leads.data?.result.map(({ id, name, label }) => (
          <Command.Item
            key={`lead ${id}`}
            value={`${search} ${label} lead ${name}`}
            onSelect={() => go(`/leads/${id}`)}
          >
            <Target className="icon" aria-hidden />
            {label}
            <span className="aside">{`${t('lead.one')} ${name}`}</span>
          </Command.Item>
        ))}
    </Command.Group>
  );
}

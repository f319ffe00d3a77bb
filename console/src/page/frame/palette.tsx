// The command palette finds the pages, actions and records that match the typed text.

import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { CornerDownLeft, FileText, type LucideIcon, Plus, Target, Users } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { placesFor } from '../../lib/navigation.js';
import type { Own } from '../../lib/permission.js';
import { KINDS } from '../reference/kind.js';
import { REFERENCE_NAMES, type ReferenceName } from '../reference/search.js';

/** Minimum number of letters to search for. Fewer letters match too many records. */
const SEARCHED_FROM_LETTERS = 2;
const FOUND_MAX = 8;

interface PaletteProps {
  readonly own: Own;
  readonly onClose: () => void;
}

interface TypedProps extends PaletteProps {
  /** The text typed before the palette had loaded. */
  readonly typed: string;
}

export function Palette({ own, typed, onClose }: TypedProps): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState(typed);
  const [at, setAt] = useState('');
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="dialog wide palette">
        <AriaDialog aria-label={t('palette.open')}>
          <Command label={t('palette.open')} loop value={at} onValueChange={setAt}>
            <Command.Input
              autoFocus
              value={text}
              onValueChange={setText}
              placeholder={t('palette.open')}
            />
            <Command.List>
              <Command.Empty>{t('palette.empty')}</Command.Empty>
              <Records own={own} text={text} onClose={onClose} onFound={setAt} />
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
      {placesFor(own).map(({ to, name, icon: Icon, key }) => (
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

/** Returns the actions that the user may start. */
function useActions(own: Own) {
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
      name: t('transfer.new'),
      permission: 'custody.holding-transfer.create',
      go: () => navigate({ to: '/transfers', search: { form: 'new' } }),
    },
    {
      name: t('webhook.new'),
      permission: 'webhook.endpoint.create',
      go: () => navigate({ to: '/webhooks', search: { form: 'new' } }),
    },
    {
      name: t('user.new'),
      permission: 'identity.user.create',
      go: () => navigate({ to: '/users', search: { open: 'new' } }),
    },
    {
      name: t('user.reset-one'),
      permission: 'identity.user.update',
      go: () => navigate({ to: '/users' }),
    },
    {
      name: t('client.new'),
      permission: 'identity.client.create',
      go: () => navigate({ to: '/clients', search: { open: 'new' } }),
    },
    ...proposals(own).map((of) => ({
      name: t(`reference.new.${of}`),
      permission: KINDS[of].propose,
      go: () => navigate({ to: '/reference', search: { of, form: 'new' } }),
    })),
  ];
  return actions.filter(({ permission }) => own.may(permission));
}

function Actions({ own, onClose }: PaletteProps): ReactNode {
  const { t } = useSpeech();
  const actions = useActions(own);
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

/**
 * Reference data belongs to all offices, so a user restricted to some of them cannot propose
 * changes.
 */
const proposals = ({ allOffices }: Own): readonly ReferenceName[] =>
  allOffices ? REFERENCE_NAMES : [];

interface RecordsProps extends PaletteProps {
  readonly text: string;
  /** Called with the first record, which Enter then opens. */
  readonly onFound: (value: string) => void;
}

/** A record that matches the typed text. */
interface Found {
  readonly to: string;
  /**
   * The record's unique key. It begins with the typed text so that the palette does not filter the
   * record out.
   */
  readonly value: string;
  readonly label: string | undefined;
  readonly aside: string | undefined;
  readonly icon: LucideIcon;
}

/** Finds matching customers, then leads, that the user may see. */
function useFound(own: Own, search: string): readonly Found[] {
  const { t } = useSpeech();
  const isSearch = search.length >= SEARCHED_FROM_LETTERS;
  const customers = useRead('partner/customer/list', {
    query: { search, s: FOUND_MAX },
    enabled: isSearch && own.may('party.customer.read'),
  });
  const leads = useRead('crm/lead/list', {
    query: { q: search, s: FOUND_MAX },
    enabled: isSearch && own.may('crm.lead.read'),
  });
  if (!isSearch) return [];
  const ofCustomers = (customers.data?.result ?? []).map(({ id, name, label }) => ({
    ...{ to: `/customers/${id}`, value: `${search} ${label} ${name}`, label, aside: name },
    icon: Users,
  }));
  const ofLeads = (leads.data?.result ?? []).map(({ id, name, label }) => ({
    ...{ to: `/leads/${id}`, value: `${search} ${label} lead ${name}`, label },
    ...{ aside: `${t('lead.one')} ${name}`, icon: Target },
  }));
  return [...ofCustomers, ...ofLeads];
}

function Records({ own, text, onClose, onFound }: RecordsProps): ReactNode {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const search = useDeferredValue(text.trim());
  const found = useFound(own, search);
  const [, number] = /^#?0*(\d{1,12})$/.exec(search) ?? [];
  const first = number === undefined ? found[0]?.value : undefined;
  useEffect(() => {
    if (first !== undefined) onFound(first);
  }, [first, onFound]);
  const mayOpen = number !== undefined && own.may('order.trade-order.read');
  if (!mayOpen && found.length === 0) return null;
  const go = (to: string) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Command.Group heading={t('palette.records')}>
      {mayOpen && (
        <Command.Item value={`${search} order`} onSelect={() => go(`/orders/${number}`)}>
          <FileText className="icon" aria-hidden />
          {t('palette.order', { number })}
          <CornerDownLeft className="icon aside" aria-hidden />
        </Command.Item>
      )}
      {found.map(({ to, value, label, aside, icon: Icon }) => (
        <Command.Item key={to} value={value} onSelect={() => go(to)}>
          <Icon className="icon" aria-hidden />
          {label}
          <span className="aside">{aside}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

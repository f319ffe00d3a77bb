// The menu of further actions on a record, including "copy as curl".

import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useSpeech } from '../lib/language.js';
import { notify } from '../lib/toast.js';
import { curlOf, type Write } from '../lib/write.js';
import { Button } from './button.js';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
}

interface MenuProps {
  readonly actions: readonly MenuAction[];
  readonly small?: boolean;
}

export function ActionMenu({ actions, small = false }: MenuProps): ReactNode {
  const { t } = useSpeech();
  return (
    <MenuTrigger>
      <Button label={t('action.more')} small={small}>
        <Ellipsis aria-hidden />
      </Button>
      <Popover className="menu">
        <Menu aria-label={t('action.more')}>
          {actions.map(({ id, label, onAction }) => (
            <MenuItem key={id} id={id} onAction={onAction}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface CurlProps {
  readonly write: () => Write<unknown>;
}

/** Copies a write to the clipboard as a command line. */
export function CurlButton({ write }: CurlProps): ReactNode {
  const { t } = useSpeech();
  return (
    <Button tone="quiet" onPress={() => void copyCurl(write(), t('action.curl.done'))}>
      {t('action.curl')}
    </Button>
  );
}

export async function copyCurl(write: Write<unknown>, done: string): Promise<void> {
  await navigator.clipboard.writeText(curlOf(write.request));
  notify(done);
}

// The menu that shows and hides columns.

import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useSpeech } from '../lib/language.js';
import { Button } from './button.js';

interface ColumnMenuProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly without: ReadonlySet<string>;
  readonly onChange: (without: readonly string[]) => void;
}

export function ColumnMenu({ columns, without, onChange }: ColumnMenuProps): ReactNode {
  const { t } = useSpeech();
  const ids = columns.map(({ id }) => id);
  return (
    <MenuTrigger>
      <Button>
        <Columns3 aria-hidden />
        {t('grid.columns')}
      </Button>
      <Popover className="menu" placement="bottom end">
        <Menu
          aria-label={t('grid.columns')}
          selectionMode="multiple"
          selectedKeys={ids.filter((id) => !without.has(id))}
          onSelectionChange={(shown) =>
            onChange(shown === 'all' ? [] : ids.filter((id) => !shown.has(id)))
          }
        >
          {columns.map(({ id, header }) => (
            <MenuItem key={id} id={id}>
              {header}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

// Exports all rows that match a list's filters. A toast shows the number of rows.

import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useSpeech } from '../lib/language.js';
import { notify } from '../lib/toast.js';
import { Button } from './button.js';

const FORMATS = ['csv', 'xlsx'] as const;

interface ExportProps {
  /** Saves the file. Returns its number of rows, or undefined if the export was refused. */
  readonly save: (format: (typeof FORMATS)[number]) => Promise<number | undefined>;
}

export function ExportMenu({ save }: ExportProps): ReactNode {
  const { t } = useSpeech();
  const saved = async (format: (typeof FORMATS)[number]) => {
    const count = await save(format);
    if (count !== undefined) notify(t('export.saved', { count }));
  };
  return (
    <MenuTrigger>
      <Button>
        <FileDown aria-hidden />
        {t('export.title')}
      </Button>
      <Popover className="menu" placement="bottom end">
        <Menu aria-label={t('export.title')}>
          {FORMATS.map((format) => (
            <MenuItem key={format} id={format} onAction={() => void saved(format)}>
              {format.toUpperCase()}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

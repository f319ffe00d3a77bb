// The menu of the signed-in user, with account, language, theme and sign-out.

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../../component/button.js';
import { LANGUAGES, type Language, useSpeech } from '../../lib/language.js';
import { ACCOUNT } from '../../lib/navigation.js';
import { signOut } from '../../lib/session.js';
import { setTheme, THEMES, theme } from '../../lib/theme.js';

export function UserMenu(props: { readonly name: string; readonly icon: ReactNode }): ReactNode {
  const { t, language, setLanguage } = useSpeech();
  const navigate = useNavigate();
  const isLanguage = (value: unknown): value is Language =>
    typeof value === 'string' && value in LANGUAGES;
  return (
    <MenuTrigger>
      <Button tone="quiet">
        {props.icon}
        <span className="name">{props.name}</span>
      </Button>
      <Popover className="menu" placement="bottom end">
        <Menu aria-label={t('user.menu')}>
          <MenuSection
            selectionMode="single"
            defaultSelectedKeys={[theme()]}
            disallowEmptySelection
            onSelectionChange={(keys) => {
              const next = THEMES.find((each) => keys === 'all' || keys.has(each));
              if (next !== undefined) setTheme(next);
            }}
          >
            <Header>{t('user.theme')}</Header>
            {THEMES.map((each) => (
              <MenuItem key={each} id={each}>
                {t(`theme.${each}`)}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            defaultSelectedKeys={[language]}
            disallowEmptySelection
            onSelectionChange={(keys) => {
              const [next] = keys === 'all' ? [] : [...keys];
              if (isLanguage(next)) setLanguage(next);
            }}
          >
            <Header>{t('user.language')}</Header>
            {Object.entries(LANGUAGES).map(([id, name]) => (
              <MenuItem key={id} id={id}>
                {name}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuItem onAction={() => void navigate({ to: ACCOUNT.to })}>{t(ACCOUNT.name)}</MenuItem>
          <MenuItem onAction={() => void signOut()}>{t('user.sign-out')}</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

// Imports of leads, prices, market rates, certificates, transfers of units and bank statements,
// each with a preview, refused rows and an undo.

import { getRouteApi, Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { Page } from '../../component/page.js';
import { Tabs } from '../../component/tabs.js';
import { useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import { CertificateImportForm } from './certificate-import-form.js';
import { CertificateImports } from './certificate-imports.js';
import { LeadImportForm } from './lead-import-form.js';
import { LeadImports } from './lead-imports.js';
import { PriceImportForm } from './price-import-form.js';
import { PriceImports } from './price-imports.js';
import { IMPORTS, type ImportName } from './search.js';
import { StatementForm } from './statement-form.js';
import { Statements } from './statements.js';
import { TransferImportForm } from './transfer-import-form.js';
import { TransferImports } from './transfer-imports.js';
import { YieldImportForm } from './yield-import-form.js';
import { YieldImports } from './yield-imports.js';

const route = getRouteApi('/imports');

interface Kind {
  readonly read: string;
  readonly make: string;
  readonly List: () => ReactNode;
  readonly Form: (props: { readonly onClose: () => void }) => ReactNode;
}

const KINDS: Readonly<Record<ImportName, Kind>> = {
  leads: {
    read: 'crm.lead.read',
    make: 'crm.lead.import',
    List: LeadImports,
    Form: LeadImportForm,
  },
  prices: {
    read: 'market.price-import.read',
    make: 'market.price.import',
    List: PriceImports,
    Form: PriceImportForm,
  },
  yields: {
    read: 'asset.market-yield.read',
    make: 'asset.market-yield.import',
    List: YieldImports,
    Form: YieldImportForm,
  },
  certificates: {
    read: 'wealth.withholding-certificate.read',
    make: 'wealth.withholding-certificate.import',
    List: CertificateImports,
    Form: CertificateImportForm,
  },
  transfers: {
    read: 'custody.holding-transfer.read',
    make: 'custody.holding-transfer.create',
    List: TransferImports,
    Form: TransferImportForm,
  },
  statements: {
    read: 'finance.bank-statement.read',
    make: 'finance.bank-statement.import',
    List: Statements,
    Form: StatementForm,
  },
};

export function Imports(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const own = useOwn();
  const seen = IMPORTS.filter((name) => own?.may(KINDS[name].read));
  const of = seen.find((name) => name === search.of) ?? seen[0];
  if (of === undefined) return <Page title={t('place.imports')}>{t('import.none-seen')}</Page>;
  const { List, Form, make } = KINDS[of];
  const mayMake = own?.may(make) ?? false;
  const show = (form: 'new' | undefined) => void navigate({ search: { of, form }, replace: true });
  return (
    <Page
      title={t('place.imports')}
      actions={
        mayMake && (
          <Button tone="primary" onPress={() => show('new')}>
            <FileUp aria-hidden />
            {t(`import.new.${of}`)}
          </Button>
        )
      }
    >
      <Tabs label={t('place.imports')} chosen={of}>
        {seen.map((name) => (
          <Link
            key={name}
            to="/imports"
            search={{ of: name }}
            aria-current={name === of ? 'page' : undefined}
          >
            {t(`import.of.${name}`)}
          </Link>
        ))}
      </Tabs>
      <List />
      {search.form === 'new' && mayMake && <Form onClose={() => show(undefined)} />}
    </Page>
  );
}

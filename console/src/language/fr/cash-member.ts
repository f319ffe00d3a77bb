// French labels for the fields of a cash transaction in a file.

import type { cashMember as english } from '../en/cash-member.js';

export const cashMember: Readonly<Record<keyof typeof english, string>> = {
  'cash.member.transType': 'Nature',
  'cash.member.amount': 'Montant',
  'cash.member.currency': 'Devise',
  'cash.member.partnerName': 'Numéro du client',
  'cash.member.partnerId': 'Identifiant du client',
  'cash.member.cashAccountName': 'Compte espèces',
  'cash.member.cashAccountId': 'Identifiant du compte espèces',
  'cash.member.counterPartyPartnerName': 'Client bénéficiaire',
  'cash.member.counterPartyCashAccount': 'Compte bénéficiaire',
  'cash.member.reference': 'Référence',
  'cash.member.description': 'Libellé',
  'cash.member.transMethod': 'Mode',
  'cash.member.transactionDate': 'Date d’opération',
  'cash.member.valueDate': 'Date de valeur',
  'cash.member.businessOfficeName': 'Numéro de l’agence',
  'cash.member.businessOfficeId': 'Identifiant de l’agence',
  'cash.member.processingFees': 'Frais',
  'cash.member.processingFeeType': 'Type de frais',
  'cash.member.processingFeeAcctName': 'Compte de frais',
  'cash.member.processingFeeAcctId': 'Identifiant du compte de frais',
  'cash.member.contraAcctName': 'Compte de contrepartie',
  'cash.member.contraAcctId': 'Identifiant du compte de contrepartie',
  'cash.member.earlyWithdrawalRate': 'Taux de retrait anticipé',
  'cash.member.maxNoOfDebits': 'Débits autorisés par mois',
  'cash.member.corpAction': 'Issu d’une opération sur titres',
  'cash.member.transProcessorResponse': 'Réponse du prestataire de paiement',
};

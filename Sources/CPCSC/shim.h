#ifndef TAGMILL_CPCSC_SHIM_H
#define TAGMILL_CPCSC_SHIM_H

#include <winscard.h>
#include <wintypes.h>

/* SCARD_PCI_T0 and SCARD_PCI_T1 take the address of a constant; such macros are not imported into Swift. */
static inline const SCARD_IO_REQUEST *tagmill_pci(DWORD activeProtocol)
{
	return activeProtocol == SCARD_PROTOCOL_T0 ? SCARD_PCI_T0 : SCARD_PCI_T1;
}

#endif

#include <winscard.h>
#include <wintypes.h>

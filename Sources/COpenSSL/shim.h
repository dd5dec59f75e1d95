#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>

/// Keys that OpenSSL has written, for tests alone.
enum KnownKeys {
    /// `openssl genpkey -algorithm ed25519`.
    static let ed25519 = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----

        """

    /// `openssl ecparam -name secp256k1 -genkey`, as PKCS #8.
    static let secp256k1 = """
        -----BEGIN PRIVATE KEY-----
        MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgnq88jSsJ/cXrxf+RTWjC
        HlFVUY7HIFlDyGtTrb5KCvuhRANCAAQXfnTA2DjUVQBd4g6lX9ABngzsuku9a05/
        lkf752PNBe+fBu8zyXbt0yOW+F68sHx3o6fhCwlM5l06T/YKv1Au
        -----END PRIVATE KEY-----

        """

    /// `openssl genrsa 1024`, as PKCS #8.
    static let rsa1024 = """
        -----BEGIN PRIVATE KEY-----
        MIICeAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBANaBoUBC2Wsl+cm/
        J50YSwBegHxM8KVo+mODqbNF+j3SGYa3iO3/KAjASyZ2NLflwzODkHWNNZ0qGOzT
        kTjHZjtc0eoYjXM/GckKOKnCrlL/si/nSjU4YHyjjNYh6BL3iCQnbrcrtXotSDmm
        oIXtHwSHvfcpKg+7geo4pw8Yg9IlAgMBAAECgYBQ4xb0TYEBB5P2wK9mbMezfu9C
        cBz6suhgaECwyn1/nF9lzoXDAUmOazyrZz2f7vM51K2/thz2g+5cN7d2SrLAlPVf
        Qs3me8iCwXldMndpESlgmXUBG88FZwxh6V8ZRYWDQiU4owDvOka5rLwd+9Sr+Brq
        YLkp6HZQB+TDNMw5gQJBAPOZdBq1ZqMYhhB3hNuDfzyE3XC6OzU+QWAH61BMy9yd
        gLkUcLzMm1gLES75nPytb471bGwVESU4DL8XmB3RP0UCQQDhbQpe9QfRBZ39PoLe
        2mfGbNXLlQlIgY1WNXxIAke7CWAnRm4AgjtbTfXz2OUGK37bmn3VyvPmiWwgGliE
        rIVhAkEAgVfjjCLxonvtA2VSx/OkZY/uvGJF+dlagRDzYynDvRpsNNmjmrvRaAhI
        UXb8YjX83B14OlNdTTPboMN4Y6ytOQJBAK6DCodOa7mt/ovhS9EYBUSAVtZezyv5
        VyBJEahxU3SBIpXlGR19tFPPu7sFyu8G1xNMu2O51S1Ab5s+qg4zvKECQQCinA0m
        +EmcPsxod/q/H0FEYYsaPcl7h69XWDfTdb3S2dsVk/CfqdIOOmCjCJZL3213AAGd
        /yFdzw1Go1qgoI6R
        -----END PRIVATE KEY-----

        """

    /// `openssl ecparam -name secp384r1 -genkey`, in the form of SEC 1.
    static let secp384r1 = """
        -----BEGIN EC PRIVATE KEY-----
        MIGkAgEBBDDN3K+ybtdplnX2KEA+QuBkqsngaQWSiKPwBYuZcTsTLWQXd14VaNHP
        8rTFHuj581ygBwYFK4EEACKhZANiAASPrhlikzbZef1Wm3OL90t87QOyzLQqpiy9
        QycIWu3o+qZBK29llGylrsB3deSZMTa79ND+IJJKJR5I5JzoTxbVbvM0u9RJkrku
        KYG25bSVMGXN8iXGd8bUTkcxPOCB71A=
        -----END EC PRIVATE KEY-----

        """
}

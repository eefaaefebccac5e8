// An entry of a list of files, whose path in the repository is PATH: its name, bytes and size.
//
// #embed stands on a line of its own, so a list includes this once for each of its files.
{
    QUOTED(PATH),
    (const unsigned char[]){
#embed ASSET(PATH)
    },
    sizeof (const unsigned char[]){
#embed ASSET(PATH)
    },
},
#undef PATH
